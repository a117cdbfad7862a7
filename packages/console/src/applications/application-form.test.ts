import { anApplication } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it } from 'vitest';
import { applicationDraft, checkApplicationForm, newApplication } from './application-form.ts';

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
      idleDays: 14,
      staleDigest: 'WEEKLY',
      name: 'Checkout',
      environments: [{ id: 'e1', name: 'prod', countBulkAsExposure: true }],
    });
  });

  it('is not saved without a name that is typed and not in the list yet', () => {
    const draft = {
      ...newApplication('en'),
      name: 'Checkout',
      environments: [{ id: '', name: 'dev' }],
    };
    expect(checkApplicationForm(draft, '').ok).toBe(true);
    expect(checkApplicationForm({ ...draft, name: '' }, 'prod')).toMatchObject({
      problems: [{ code: 'NOT_ENTERED', at: ['environments'] }, { code: 'EMPTY_NAME' }],
    });
  });
});
