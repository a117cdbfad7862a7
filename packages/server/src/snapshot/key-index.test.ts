import { expect, it } from 'vitest';
import { hashSecret } from '../platform/base/secrets.ts';
import { KeyIndex } from './key-index.ts';

const opened = new KeyIndex<string>();

it('a key finds the entry of its hash, also the second time', () => {
  opened.set(hashSecret('a'), 'shop');
  opened.set(hashSecret('b'), 'bank');
  expect([opened.get('a'), opened.get('a'), opened.get('b')]).toEqual(['shop', 'shop', 'bank']);
  expect(opened.get('c')).toBeUndefined();
});

it('a key that was deleted finds nothing, although it was just used', () => {
  opened.delete(hashSecret('a'));
  expect([opened.get('a'), opened.get('b')]).toEqual([undefined, 'bank']);
});

it('SCL-60: the others stay known, so that their requests remain fast ones', () => {
  opened.set(hashSecret('a'), 'shop');
  opened.get('a');
  opened.delete(hashSecret('a'));
  expect([opened.known('a'), opened.known('b')]).toEqual([undefined, 'bank']);
});

it('a key finds the entry that was set last', () => {
  opened.set(hashSecret('b'), 'school');
  expect(opened.get('b')).toBe('school');
});
