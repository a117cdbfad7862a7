import { expect, it, vi } from 'vitest';
import { createFieldRefs } from './field-refs.ts';

// A minimal substitute for the browser's class.
vi.stubGlobal('HTMLInputElement', class {});

function field(): HTMLElement {
  return { focus: vi.fn() } as unknown as HTMLElement;
}

it('the focus moves to the field of the first problem that has a field', () => {
  const refs = createFieldRefs();
  const [name, terms] = [field(), field()];
  refs.at('name')(name);
  refs.at('conditions', 0, 'term')(terms);
  expect(refs.focus([{ at: [] }, { at: ['conditions', 0, 'term'] }, { at: ['name'] }])).toBe(true);
  expect(terms.focus).toHaveBeenCalledOnce();
  expect(name.focus).not.toHaveBeenCalled();
});

it('a part without its own field leads to the part around it, or to the other place of the problem', () => {
  const refs = createFieldRefs();
  const [list, password] = [field(), field()];
  refs.at('conditions')(list);
  refs.at('password')(password);
  expect(refs.focus([{ at: ['conditions', 3, 'term'] }])).toBe(true);
  expect(list.focus).toHaveBeenCalledOnce();
  expect(refs.focus([{ at: [], also: [['password']] }])).toBe(true);
  expect(password.focus).toHaveBeenCalledOnce();
});

it('a removed field takes no focus, and a problem without a field moves none', () => {
  const refs = createFieldRefs();
  const name = field();
  refs.at('name')(name);
  refs.at('name')(null);
  expect(refs.focus([{ at: ['name'] }])).toBe(false);
  expect(refs.at('name')).toBe(refs.at('name'));
});
