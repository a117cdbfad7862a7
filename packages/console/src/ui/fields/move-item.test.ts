import { expect, it } from 'vitest';
import { buttonAfterMove, moveItem } from './move-item.ts';

const LIST = ['a', 'b', 'c'];

it('swaps neighbours, and moves nothing beyond the ends', () => {
  expect(moveItem(LIST, 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(LIST, 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(LIST, 0, -1)).toBe(LIST);
  expect(moveItem(LIST, 2, 1)).toBe(LIST);
});

it('leaves the focus on a button that is enabled', () => {
  expect(buttonAfterMove(1, 3, -1)).toContain('up');
  expect(buttonAfterMove(0, 3, -1)).toContain('down');
  expect(buttonAfterMove(1, 3, 1)).toContain('down');
  expect(buttonAfterMove(2, 3, 1)).toContain('up');
});
