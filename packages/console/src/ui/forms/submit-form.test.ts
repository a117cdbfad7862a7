import { expect, it } from 'vitest';
import { createFieldRefs } from './field-refs.ts';
import { isSameText, startForm } from './form-machine.ts';
import { createFormStore } from './form-store.ts';
import { submitForm } from './submit-form.ts';

interface Draft {
  readonly name: string;
}

it('the next save replaces the version of the last one, even when nothing was loaded in between', async () => {
  const start: Draft = { name: 'Ana' };
  const store = createFormStore(startForm<Draft, never>({ draft: start, version: 1 }), isSameText);
  const replaced: (number | undefined)[] = [];
  const options = {
    start,
    check: (draft: Draft) => ({ ok: true as const, value: draft }),
    save: (_value: Draft, ifMatch: number | undefined) => {
      replaced.push(ifMatch);
      return Promise.resolve({ version: 1 + replaced.length });
    },
    refusal: () => undefined,
    speak: () => '',
    onSaved: () => {},
  };
  const form = { options, store, refs: createFieldRefs() };
  await submitForm(form, 'leave');
  await submitForm(form, 'leave');
  expect(replaced).toEqual([1, 2]);
});
