import type { Problem } from '@comporta/contract/problem';
import { describe, expect, it } from 'vitest';
import { edit, type FormState, isChanged, problemAt, startForm } from './form-state.ts';

interface Draft {
  readonly key: string;
  readonly tags: readonly string[];
}

type State = FormState<Draft, string>;

const start: State = startForm<Draft, string>({ key: 'plan', tags: ['a'] });
const emptyKey: Problem = { code: 'EMPTY_KEY', at: ['key'] };
const badTag: Problem = { code: 'BAD_TAG', at: ['tags', 0] };
const wholeForm: Problem = { code: 'TAKEN', at: [] };

describe('form state', () => {
  it('is changed while it differs from what was saved, and no longer when typed back', () => {
    const changed = edit(start, { key: 'tier' });
    expect(isChanged(start)).toBe(false);
    expect(isChanged(changed)).toBe(true);
    expect(isChanged(edit(changed, { key: 'plan' }))).toBe(false);
  });

  it('an edit clears the problems of its field and of the form; those of other fields stay', () => {
    const failed: State = { ...start, problems: [emptyKey, badTag, wholeForm], failure: 'any' };
    const edited = edit(failed, { key: 'x' });
    expect(edited.problems).toEqual([badTag]);
    expect(edited.failure).toBeUndefined();
  });

  it('a problem stands at the field its path begins with, or at the form', () => {
    const failed: State = { ...start, problems: [badTag, wholeForm] };
    expect(problemAt(failed, 'tags')).toBe(badTag);
    expect(problemAt(failed, undefined)).toBe(wholeForm);
    expect(problemAt(failed, 'key')).toBeUndefined();
  });
});
