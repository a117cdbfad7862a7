import { expect, it, vi } from 'vitest';
import { createFieldRefs } from './field-refs.ts';

// The browser's element, as far as a field is one here.
vi.stubGlobal('HTMLInputElement', class {});

function field(): HTMLElement {
  return { focus: vi.fn() } as unknown as HTMLElement;
}

it('the focus goes to the field of the first problem that has one', () => {
  const refs = createFieldRefs();
  const [name, terms] = [field(), field()];
  refs.at('name')(name);
  refs.at('conditions', 0, 'term')(terms);
  expect(refs.focus([{ at: [] }, { at: ['conditions', 0, 'term'] }, { at: ['name'] }])).toBe(true);
  expect(terms.focus).toHaveBeenCalledOnce();
  expect(name.focus).not.toHaveBeenCalled();
});

it('a part without a field of its own leads to what it stands in, or to the other place', () => {
  const refs = createFieldRefs();
  const [list, password] = [field(), field()];
  refs.at('conditions')(list);
  refs.at('password')(password);
  expect(refs.focus([{ at: ['conditions', 3, 'term'] }])).toBe(true);
  expect(list.focus).toHaveBeenCalledOnce();
  expect(refs.focus([{ at: [], also: [['password']] }])).toBe(true);
  expect(password.focus).toHaveBeenCalledOnce();
});

it('a field that is gone takes no focus, and what is nowhere leads nowhere', () => {
  const refs = createFieldRefs();
  const name = field();
  refs.at('name')(name);
  refs.at('name')(null);
  expect(refs.focus([{ at: ['name'] }])).toBe(false);
  expect(refs.at('name')).toBe(refs.at('name'));
});
