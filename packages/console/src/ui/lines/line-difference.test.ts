import { describe, expect, it } from 'vitest';
import { hasLines, lineDifference } from './line-difference.ts';

const shown = (before: string, after: string) =>
  lineDifference(before, after).map(({ sign, text }) => `${sign}${text}`);

describe('CDW-80: values are compared line by line', () => {
  it('shows the member that changed, and what is around it', () => {
    const value = (color: string) => JSON.stringify({ a: 1, b: 2, c: 3, color, d: 4 });
    expect(shown(value('blue'), value('red'))).toEqual([
      '   "b": 2,',
      '   "c": 3,',
      '-  "color": "blue",',
      '+  "color": "red",',
      '   "d": 4',
      ' }',
    ]);
  });

  it('compares texts of several lines, and leaves out what is far from a change', () => {
    const lines = ['1', '2', '3', '4', '5', '6', '7'];
    expect(shown(lines.join('\n'), ['0', ...lines].join('\n'))).toEqual(['+0', ' 1', ' 2', ' …']);
    expect(shown('one\ntwo', 'one\r\n2')).toEqual([' one', '-two', '+2']);
  });

  it('finds no difference in how JSON is spaced', () => {
    expect(shown('{"a":1}', '{\n "a": 1\n}')).toEqual([]);
    expect(hasLines('{"a":1}')).toBe(true);
    expect(hasLines('enabled')).toBe(false);
  });

  it('shows long texts as removed and added', () => {
    const long = Array.from({ length: 1001 }, (_, index) => `${index}`).join('\n');
    expect(lineDifference(long, 'short')).toHaveLength(1002);
  });
});
