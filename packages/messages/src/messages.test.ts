import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from './catalogue.ts';
import { LANGUAGES } from './languages.ts';

type Catalogue = { readonly [key: string]: string | Catalogue };

function flatten(catalogue: Catalogue, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

function argumentsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ''))].sort();
}

/** What stands in tags is given by the screen: a link, a piece of code. */
function tagsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/<(\w+)>/g)].map((match) => match[1] ?? ''))].sort();
}

const english = flatten(catalogueOf('en'));
const portuguese = flatten(catalogueOf('pt'));

describe('messages', () => {
  it('take the same arguments in both languages', () => {
    for (const [key, text] of english) {
      if (text.includes('plural')) continue;
      expect(argumentsOf(portuguese.get(key) ?? ''), key).toEqual(argumentsOf(text));
      expect(tagsOf(portuguese.get(key) ?? ''), key).toEqual(tagsOf(text));
    }
  });

  it.each(LANGUAGES)('are valid ICU MessageFormat (%s)', (locale) => {
    const onError = (error: Error) => {
      throw error;
    };
    // Keys are walked as text here, not by their types.
    const speak = createTranslator({ locale, messages: catalogueOf(locale), onError })
      .markup as unknown as (
      key: string,
      values: Record<string, number | ((chunks: string) => string)>,
    ) => string;
    for (const [key, text] of english) {
      const values = {
        ...Object.fromEntries(argumentsOf(text).map((name) => [name, 2])),
        ...Object.fromEntries(tagsOf(text).map((name) => [name, () => name])),
      };
      expect(speak(key, values), key).not.toBe('');
    }
  });
});
