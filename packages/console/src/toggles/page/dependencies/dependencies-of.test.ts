import { expect, it } from 'vitest';
import { dependenciesOf } from './dependencies-of.ts';

/** An experiment of each toggle, named like it, with the toggles whose rules depend on it. */
function summary(toggleId: string, ...dependents: string[]) {
  return {
    id: toggleId,
    toggleId,
    dependents: dependents.map((id) => ({ id, toggleName: id })),
  };
}

it('LIF-38: what a toggle needs and what needs it, directly and through others, by the shortest chain', () => {
  const summaries = [
    summary('base', 'shop'),
    summary('shop', 'cart'),
    summary('cart', 'checkout', 'gift'),
    summary('checkout', 'invoice'),
    summary('gift', 'invoice'),
    summary('invoice'),
    summary('other'),
  ];
  expect(dependenciesOf({ toggleId: 'cart', named: ['shop', 'bare'] }, summaries)).toEqual({
    needs: [
      { toggleId: 'shop', through: [] },
      { toggleId: 'bare', through: [] },
      { toggleId: 'base', through: ['shop'] },
    ],
    neededBy: [
      { toggleId: 'checkout', through: [] },
      { toggleId: 'gift', through: [] },
      { toggleId: 'invoice', through: ['checkout'] },
    ],
  });
  expect(dependenciesOf({ toggleId: 'other', named: [] }, summaries)).toEqual({
    needs: [],
    neededBy: [],
  });
});
