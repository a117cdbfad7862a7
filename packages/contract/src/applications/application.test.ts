import { describe, expect, it } from 'vitest';
import { applicationDraftSchema, checkApplication } from './application.ts';

const VALID = { name: 'Checkout', environments: [{ name: 'Production' }] };

function check(draft: object) {
  return checkApplication(applicationDraftSchema.parse({ ...VALID, ...draft }));
}

function codesOf(draft: object) {
  const result = check(draft);
  return result.ok ? [] : result.problems.map(({ code, at }) => `${code} ${at.join('.')}`);
}

describe('an application', () => {
  it('trims names, and keeps the order of its environments and their ids', () => {
    expect(
      check({
        name: ' Checkout ',
        environments: [{ name: ' b ' }, { id: 'known', name: 'a' }],
        notificationWebhook: ' https://hooks.example.com/x ',
        notificationLanguage: 'pt',
      }),
    ).toEqual({
      ok: true,
      value: {
        name: 'Checkout',
        environments: [
          { id: undefined, name: 'b' },
          { id: 'known', name: 'a' },
        ],
        notificationWebhook: 'https://hooks.example.com/x',
        notificationLanguage: 'pt',
      },
    });
  });

  it('uses English and no webhook by default', () => {
    expect(check({ notificationWebhook: null })).toMatchObject({
      ok: true,
      value: { notificationWebhook: undefined, notificationLanguage: 'en' },
    });
  });

  it('ignores new environments without a name or with a name already in the list', () => {
    const environments = [{ name: 'a' }, { name: ' a' }, { name: ' ' }, { name: 'A' }];
    expect(check({ environments })).toMatchObject({
      ok: true,
      value: { environments: [{ name: 'a' }, { name: 'A' }] },
    });
  });

  it('never ignores an existing environment: leaving it out would remove it', () => {
    expect(check({ environments: [{ name: 'a' }, { id: 'known', name: 'a' }] })).toMatchObject({
      ok: true,
      value: { environments: [{ id: 'known', name: 'a' }] },
    });
  });

  it.each([
    ['EMPTY_NAME name', { name: '  ' }],
    ['NAME_TOO_LONG name', { name: 'n'.repeat(101) }],
    ['NO_ENVIRONMENT environments', { environments: [{ name: ' ' }] }],
    ['NO_ENVIRONMENT environments', { environments: null }],
    ['EMPTY_NAME environments.0.name', { environments: [{ id: 'known', name: ' ' }] }],
    ['NAME_TOO_LONG environments.0.name', { environments: [{ name: 'n'.repeat(101) }] }],
    [
      'LIMIT_EXCEEDED environments',
      { environments: Array.from({ length: 101 }, (_, index) => ({ name: `e${index}` })) },
    ],
    [
      'DUPLICATE_ENVIRONMENT environments.1.name',
      {
        environments: [
          { id: 'one', name: 'a' },
          { id: 'two', name: 'a' },
        ],
      },
    ],
    [
      'DUPLICATE_ENVIRONMENT environments.1.name',
      {
        environments: [
          { id: 'one', name: 'a' },
          { id: 'one', name: 'b' },
        ],
      },
    ],
    ['INVALID_WEBHOOK notificationWebhook', { notificationWebhook: 'not a URL' }],
    ['INVALID_WEBHOOK notificationWebhook', { notificationWebhook: 'ftp://example.com/' }],
    ['INVALID_WEBHOOK notificationWebhook', { notificationWebhook: 'javascript:alert(1)' }],
    [
      'INVALID_WEBHOOK notificationWebhook',
      { notificationWebhook: `https://e.com/${'a'.repeat(2048)}` },
    ],
    ['INVALID_WEBHOOK_LANGUAGE notificationLanguage', { notificationLanguage: 'de' }],
  ])('%s', (problem, draft) => {
    expect(codesOf(draft)).toEqual([problem]);
  });

  it('counts lengths in code points', () => {
    expect(codesOf({ name: '🚀'.repeat(100) })).toEqual([]);
  });
});
