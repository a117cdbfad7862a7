import { describe, expect, it } from 'vitest';
import { applicationDraft } from './application-form.ts';

describe('an application form', () => {
  it('starts with what is saved; no webhook is an empty field', () => {
    const application = {
      id: 'a1',
      name: 'Checkout',
      environments: [{ id: 'e1', name: 'prod', hasKey: true }],
      notificationWebhook: null,
      notificationLanguage: 'pt',
      version: 3,
    } as const;
    expect(
      applicationDraft({ ...application, environments: [...application.environments] }),
    ).toEqual({
      name: 'Checkout',
      environments: [{ id: 'e1', name: 'prod' }],
      notificationWebhook: '',
      notificationLanguage: 'pt',
    });
  });
});
