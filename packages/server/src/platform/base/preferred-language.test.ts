import { expect, it } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['PT', 'pt'],
  ['en;q=0.5, pt;q=0.7', 'pt'],
  ['de-DE, pt;q=0.5', 'pt'],
  ['pt;q=0, de', 'en'],
  ['de, fr', 'en'],
  ['*', 'en'],
  ['pt;q=much, en', 'en'],
])('Accept-Language %j selects %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
