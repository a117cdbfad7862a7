import { expect, it } from 'vitest';
import { pathTo } from './paths.ts';

it('fills the parameters into a path, whatever characters they have', () => {
  expect(pathTo('dashboard')).toBe('/dashboard');
  expect(pathTo('property', { appId: 'a', id: 'new' })).toBe('/applications/a/properties/new');
  expect(pathTo('user', { id: '../a?b' })).toBe('/users/..%2Fa%3Fb');
});
