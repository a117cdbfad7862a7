import { expect, it } from 'vitest';
import { isProduction } from './production.ts';

it.each(['Production', 'prod', 'prod-eu', 'PROD', 'EU Production', 'Produção', 'Live'])(
  '%s is production',
  (name) => {
    expect(isProduction({ name })).toBe(true);
  },
);

it.each([
  'Development',
  'Staging',
  'pre-prod',
  'preproduction',
  'non-production',
  'QA',
  'delivery',
])('%s is not production', (name) => {
  expect(isProduction({ name })).toBe(false);
});

it('CDW-18: the setting of an environment overrides its name', () => {
  expect(isProduction({ name: 'Blue', production: true })).toBe(true);
  expect(isProduction({ name: 'Production', production: false })).toBe(false);
  expect(isProduction({ name: 'Production', production: null })).toBe(true);
});
