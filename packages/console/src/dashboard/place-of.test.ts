import { expect, it } from 'vitest';
import { placeOf } from './place-of.ts';

const environments = [
  { id: 'prod', name: 'Production', hasKey: false, production: null, countBulkAsExposure: false },
];
const applications = [{ id: 'shop', name: 'Shop', environments }];

it.each([
  ['/applications/shop/toggles/t', 'Shop'],
  ['/applications/shop/environments/prod/experiments/e', 'Shop / Production'],
  ['/applications/shop/environments/gone/experiments/e', undefined],
  ['/applications/gone/toggles/t', undefined],
  ['/users/u', undefined],
])('a recently viewed page is shown with its place: %s', (path, place) => {
  expect(placeOf(path, applications)).toBe(place);
});
