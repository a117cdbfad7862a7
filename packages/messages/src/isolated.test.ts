import { expect, it, test } from 'vitest';
import { isolated, withoutIsolates } from './isolated.ts';
import { speak } from './speak.ts';

const headline = (name: string) =>
  speak('en')('audit.headline', {
    actor: 'Ana',
    did: 'edited',
    thing: 'target group',
    name,
  });

test('CDW-82: in a sentence, a text that is written from right to left is isolated', () => {
  expect(headline('קבוצה 99')).toBe('Ana edited target group “\u2068קבוצה 99\u2069”');
  expect(headline('مجموعة')).toBe('Ana edited target group “\u2068مجموعة\u2069”');
  expect(headline('\u202eBeta')).toBe('Ana edited target group “\u2068\u202eBeta\u2069”');
});

it.each(['Beta', 'Ação nº 1', '日本', '😀', ''])('%j needs no isolation', (name) => {
  expect(isolated(name)).toBe(name);
  expect(headline(name)).toBe(`Ana edited target group “${name}”`);
});

test('CDW-82: the methods of the translator isolate as it does', () => {
  const say = speak('pt');
  const words = { name: 'קבוצה', sentence: 'todos' };
  for (const method of [say, say.markup, say.rich]) {
    expect(method('toggle.environments.namedRule', words)).toBe('\u2068קבוצה\u2069 – todos');
  }
  expect(say.has('toggle.environments.namedRule')).toBe(true);
});

test('CDW-82: a file of data has no isolates', () => {
  expect(withoutIsolates(headline('קבוצה 99'))).toBe('Ana edited target group “קבוצה 99”');
});
