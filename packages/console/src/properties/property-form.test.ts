import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { draftOf, refusalOfSave } from './property-form.ts';

function refused(status: number, code: string, meta = {}) {
  return refusalOfSave(new ApiError({ status, code, meta }));
}

describe('property form', () => {
  it('starts with what was saved, without what the form does not change', () => {
    const saved = { id: 'p', appId: 'a', key: 'plan', type: 'STRING', version: 3 } as const;
    expect(draftOf({ ...saved, description: 'Tier' })).toEqual({
      key: 'plan',
      type: 'STRING',
      description: 'Tier',
    });
  });

  it('DUPLICATE_KEY: stands beside the key', () => {
    expect(refused(409, 'DUPLICATE_KEY')).toMatchObject({ code: 'DUPLICATE_KEY', at: ['key'] });
  });

  it('TYPE_LOCKED: stands beside the type', () => {
    expect(refused(400, 'TYPE_LOCKED')).toMatchObject({ code: 'TYPE_LOCKED', at: ['type'] });
  });

  it('LIMIT_EXCEEDED: stands where the server says, with the limit', () => {
    const meta = { field: 'description', limit: 1000 };
    const problem = { code: 'LIMIT_EXCEEDED', at: ['description'], meta };
    expect(refused(400, 'LIMIT_EXCEEDED', meta)).toEqual(problem);
  });

  it('LIMIT_EXCEEDED: is about the form, when the server does not say where', () => {
    expect(refused(400, 'LIMIT_EXCEEDED')).toMatchObject({ code: 'LIMIT_EXCEEDED', at: [] });
  });

  it.each([
    ['a code of another call', refused(409, 'EXPERIMENT_EXISTS')],
    ['a code that any call may answer', refused(503, 'SERVICE_UNAVAILABLE')],
    ['no answer at all', refusalOfSave(new ApiError({ status: 0, code: undefined, meta: {} }))],
    ['a bug', refusalOfSave(new TypeError('x is undefined'))],
  ])('leaves %s to the general words', (_, problem) => {
    expect(problem).toBeUndefined();
  });
});
