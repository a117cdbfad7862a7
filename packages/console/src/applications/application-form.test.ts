import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { draftOf, refusalOfSave } from './application-form.ts';

function refused(status: number, code: string, meta = {}) {
  return refusalOfSave(new ApiError({ status, code, meta }));
}

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
    expect(draftOf({ ...application, environments: [...application.environments] })).toEqual({
      name: 'Checkout',
      environments: [{ id: 'e1', name: 'prod' }],
      notificationWebhook: '',
      notificationLanguage: 'pt',
    });
  });

  it('DUPLICATE_NAME: is said beside the name', () => {
    expect(refused(409, 'DUPLICATE_NAME')).toMatchObject({ code: 'DUPLICATE_NAME', at: ['name'] });
  });

  it('MAX_ENVIRONMENTS_LIMIT_REACHED: is said beside the environments, with the limit', () => {
    const meta = { 'max-environments': 5 };
    expect(refused(409, 'MAX_ENVIRONMENTS_LIMIT_REACHED', meta)).toEqual({
      code: 'MAX_ENVIRONMENTS_LIMIT_REACHED',
      at: ['environments'],
      meta,
    });
  });

  it.each([
    ['NAME_TOO_LONG', 'name', 'name'],
    ['NAME_TOO_LONG', 'environments.2.name', 'environments'],
    ['LIMIT_EXCEEDED', 'environments', 'environments'],
  ])('%s: is said where the server says, %s, with the limit', (code, field, at) => {
    const meta = { field, limit: 100 };
    expect(refused(400, code, meta)).toEqual({ code, at: [at], meta });
  });

  it('MAX_APP_LIMIT_REACHED: is about the form as a whole', () => {
    expect(refused(409, 'MAX_APP_LIMIT_REACHED')).toMatchObject({ at: [] });
  });

  it('leaves to the general words what any call may answer', () => {
    expect(refused(503, 'SERVICE_UNAVAILABLE')).toBeUndefined();
    expect(refusalOfSave(new TypeError('x is undefined'))).toBeUndefined();
  });
});
