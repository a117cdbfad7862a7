import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEdits, readEdits, writeEdits } from '../../ui/forms/remembered-edits.ts';
import { type ExperimentForm, NO_TOGGLE } from './experiment-form.ts';
import { draftMemory } from './stored-draft.ts';

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const SAVED: ExperimentForm = {
  toggleId: 'checkout',
  rules: [{ type: 'ALL_USERS', key: 'rule-1', id: 'everyone', valueSpec }],
};
const FORM: ExperimentForm = {
  toggleId: 'checkout',
  rules: [{ type: 'ALL_USERS', key: 'rule-2', valueSpec }, ...SAVED.rules],
};

const MEMORY = draftMemory('ana@example.com', 'production', { id: 'checkout' });
const readDraft = () => readEdits(MEMORY, { draft: NO_TOGGLE, version: undefined });

/** A storage with the methods that drafts need. */
function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage());
});

describe('a draft', () => {
  it('RES-10: is restored after a reload with the state it started from; rules get new keys, the same in both', () => {
    const conflict = { version: 4, savedBy: 'Bia', savedAt: '2026-01-31T10:00:00Z' };
    writeEdits(MEMORY, { draft: FORM, saved: SAVED, version: 3, conflict });
    const draft = readDraft();
    expect(draft).toMatchObject({ version: 3, conflict });
    expect(draft?.draft.rules.map(({ valueSpec: spec }) => spec)).toEqual([valueSpec, valueSpec]);
    expect(draft?.saved.rules[0]?.key).toBe(draft?.draft.rules[1]?.key);
    expect(draft?.draft.rules[0]?.key).not.toBe(draft?.draft.rules[1]?.key);
    expect(draft?.draft.rules.map(({ id }) => id)).toEqual([undefined, 'everyone']);
  });

  it('that the release before stored is restored, too: it named it `form`', () => {
    const edits = { form: FORM, saved: SAVED, version: 3 };
    sessionStorage.setItem(MEMORY.key, JSON.stringify(edits));
    expect(readDraft()?.draft.rules).toHaveLength(2);
  });

  it('of a new experiment belongs to the toggle that it was opened for', () => {
    const keys = [{}, { toggleId: 'checkout' }, { toggleId: 'search' }, { id: 'checkout' }].map(
      (drafted) => draftMemory('ana@example.com', 'production', drafted).key,
    );
    expect(new Set(keys).size).toBe(4);
  });

  it('is gone after it is removed', () => {
    writeEdits(MEMORY, { draft: FORM, saved: SAVED, version: 3 });
    forgetEdits(MEMORY.key);
    expect(readDraft()).toBeUndefined();
  });

  it.each([
    'text that is not JSON',
    'null',
    '{"draft":{"toggleId":"a","rules":[]}}',
    '{"draft":{"toggleId":"a","rules":[{"type":"PROPERTY"}]},"saved":{"toggleId":"","rules":[]}}',
    '{"draft":{"toggleId":"a","rules":[null]},"saved":{"toggleId":"","rules":[]}}',
  ])('that cannot be read counts as none: %s', (text) => {
    sessionStorage.setItem(MEMORY.key, text);
    expect(readDraft()).toBeUndefined();
  });
});
