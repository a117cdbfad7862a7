import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExperimentForm } from './experiment-form.ts';
import { draftKey, readDraft, removeDraft, writeDraft } from './stored-draft.ts';

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const SAVED: ExperimentForm = {
  toggleId: 'checkout',
  rules: [{ type: 'ALL_USERS', key: 'rule-1', id: 'everyone', valueSpec }],
};
const FORM: ExperimentForm = {
  toggleId: 'checkout',
  rules: [{ type: 'ALL_USERS', key: 'rule-2', valueSpec }, ...SAVED.rules],
};

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
    writeDraft('key', { form: FORM, saved: SAVED, version: 3 });
    const draft = readDraft('key');
    expect(draft?.version).toBe(3);
    expect(draft?.form.rules.map(({ valueSpec: spec }) => spec)).toEqual([valueSpec, valueSpec]);
    expect(draft?.saved.rules[0]?.key).toBe(draft?.form.rules[1]?.key);
    expect(draft?.form.rules[0]?.key).not.toBe(draft?.form.rules[1]?.key);
    expect(draft?.form.rules.map(({ id }) => id)).toEqual([undefined, 'everyone']);
  });

  it('of a new experiment belongs to the toggle that it was opened for', () => {
    const keys = [{}, { toggleId: 'checkout' }, { toggleId: 'search' }, { id: 'checkout' }].map(
      (drafted) => draftKey('ana@example.com', 'production', drafted),
    );
    expect(new Set(keys).size).toBe(4);
  });

  it('is gone after it is removed', () => {
    writeDraft('key', { form: FORM, saved: SAVED, version: 3 });
    removeDraft('key');
    expect(readDraft('key')).toBeUndefined();
  });

  it.each([
    'text that is not JSON',
    'null',
    '{"form":{"toggleId":"a","rules":[]}}',
    '{"form":{"toggleId":"a","rules":[{"type":"PROPERTY"}]},"saved":{"toggleId":"","rules":[]}}',
    '{"form":{"toggleId":"a","rules":[null]},"saved":{"toggleId":"","rules":[]}}',
  ])('that cannot be read counts as none: %s', (text) => {
    sessionStorage.setItem('key', text);
    expect(readDraft('key')).toBeUndefined();
  });
});
