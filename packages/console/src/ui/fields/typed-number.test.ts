import { expect, it } from 'vitest';
import { typedNumber } from './typed-number.ts';

it.each([
  ['5', 5],
  [' 5.5 ', 5.5],
  ['5,5', 5.5],
  [',25', 0.25],
  ['-0,05', -0.05],
  ['3,1416', 3.1416],
  ['1,000', Number.NaN],
  ['1.000,5', Number.NaN],
  ['four', Number.NaN],
  ['', Number.NaN],
])('RES-74: %j is the number %j', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});
