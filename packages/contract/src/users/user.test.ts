import { describe, expect, it } from 'vitest';
import { checkUser, userDraftSchema } from './user.ts';

const valid = userDraftSchema.parse({ name: 'Rui', email: 'rui@example.com' });

describe('a user', () => {
  it('is by default no administrator, without granted applications', () => {
    expect(checkUser(valid)).toEqual({
      ok: true,
      value: { ...valid, admin: false, apps: [] },
    });
  });

  it('is trimmed; each application is granted once', () => {
    const draft = { ...valid, name: ' Rui ', email: ' RUI@example.com ', apps: ['a', 'b', 'a'] };
    expect(checkUser(draft)).toMatchObject({
      value: { name: 'Rui', email: 'rui@example.com', apps: ['a', 'b'] },
    });
  });

  it('who is an administrator needs no grants', () => {
    expect(checkUser({ ...valid, admin: true, apps: ['a'] })).toMatchObject({
      value: { admin: true, apps: [] },
    });
  });

  it.each([
    ['EMPTY_NAME', 'name', { ...valid, name: ' ' }],
    ['EMPTY_EMAIL', 'email', { ...valid, email: ' ' }],
    ['INVALID_EMAIL', 'email', { ...valid, email: 'rui@' }],
  ])('%s at %s', (code, field, draft) => {
    expect(checkUser(draft)).toMatchObject({ ok: false, problems: [{ code, at: [field] }] });
  });

  it('NAME_TOO_LONG: a name has at most 100 code points', () => {
    expect(checkUser({ ...valid, name: '😀'.repeat(100) }).ok).toBe(true);
    expect(checkUser({ ...valid, name: '😀'.repeat(101) })).toEqual({
      ok: false,
      problems: [{ code: 'NAME_TOO_LONG', at: ['name'], meta: { field: 'name', limit: 100 } }],
    });
  });
});
