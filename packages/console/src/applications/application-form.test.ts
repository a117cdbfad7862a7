import { anApplication } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it } from 'vitest';
import { applicationDraft, newApplication } from './application-form.ts';

describe('an application form', () => {
  it('starts with the saved application; no webhook is an empty field', () => {
    const application = anApplication({
      name: 'Checkout',
      environments: [
        { id: 'e1', name: 'prod', hasKey: true, production: null, countBulkAsExposure: true },
      ],
      notificationWebhook: null,
    });
    expect(applicationDraft(application)).toEqual({
      ...newApplication('en'),
      name: 'Checkout',
      environments: [{ id: 'e1', name: 'prod', countBulkAsExposure: true }],
    });
  });
});
