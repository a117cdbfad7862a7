import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, catalogueOf } from './catalogue.ts';
import { LANGUAGES, LOCALES } from './languages.ts';
import { speak } from './speak.ts';
import type { Text, Texts } from './text.ts';

function textsOf(texts: Texts, prefix = ''): [key: string, text: Text][] {
  return Object.entries(texts).flatMap(([name, value]): [string, Text][] =>
    isText(value) ? [[prefix + name, value]] : textsOf(value, `${prefix}${name}.`),
  );
}

function isText(value: Text | Texts): value is Text {
  return typeof value.en === 'string';
}

/** `{name}` gives `name`, `{limit, number}` gives `limit number`; the branch of a plural, `other {Filters}`, is skipped. */
function argumentsOf(text: string): string[] {
  const names = text.matchAll(/(?<!(?:=\d+|one|other) )\{(\w+)(?:, (\w+))?[,}]/g);
  return [...new Set([...names].map(([, name, type]) => (type ? `${name} ${type}` : `${name}`)))];
}

/** The contents of tags are given by the screen: a link, a piece of code. */
function tagsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/<(\w+)>/g)].map(([, tag = '']) => tag))];
}

const TEXTS = textsOf(CATALOGUE);

describe('messages', () => {
  it('CODE-03: the sentence of a code says more than that something unexpected happened', () => {
    const ofCodes = TEXTS.filter(([key]) => /(^|\.)error\.(?!ERROR$)[A-Z][A-Z_]+$/.test(key));
    expect(ofCodes.length).toBeGreaterThan(100);
    const general = CATALOGUE.error.general;
    const empty = ofCodes.filter(([, { en, pt }]) => en === general.en || pt === general.pt);
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  it('take the same arguments and tags in both languages', () => {
    for (const [key, { en, pt }] of TEXTS) {
      expect(argumentsOf(pt).sort(), key).toEqual(argumentsOf(en).sort());
      expect(tagsOf(pt).sort(), key).toEqual(tagsOf(en).sort());
    }
  });

  it.each(LANGUAGES)('are valid ICU MessageFormat (%s)', (language) => {
    const onError = (error: Error) => {
      throw error;
    };
    const messages = catalogueOf(language);
    // The keys are computed here, so the type that knows them is of no use.
    const speak = createTranslator({ locale: LOCALES[language], messages, onError })
      .markup as unknown as (
      key: string,
      values: Record<string, number | ((chunks: string) => string)>,
    ) => string;
    for (const [key, { [language]: text }] of TEXTS) {
      const tags = Object.fromEntries(tagsOf(text).map((name) => [name, () => name]));
      for (const count of [0, 1, 2]) {
        const names = argumentsOf(text).map((argument) => argument.split(' ')[0]);
        const values = Object.fromEntries(names.map((name) => [name, count]));
        expect(speak(key, { ...values, ...tags }), key).not.toBe('');
      }
    }
  });

  it('CODE-05: take a limit as an argument, because the contract defines it', () => {
    for (const [key, { en, pt }] of TEXTS) {
      expect(en, key).not.toMatch(/at (most|least) \d/);
      expect(pt, key).not.toMatch(/no (máximo|mínimo) \d|M(áximo|ínimo) de \d/);
    }
  });

  it('CDW-70: write a percentage as Intl does in both languages, without a space, and its number in that of the reader', () => {
    for (const language of LANGUAGES) {
      expect(new Intl.NumberFormat(LOCALES[language], { style: 'percent' }).format(0.25)).toBe(
        '25%',
      );
      for (const [key, { [language]: text }] of TEXTS) {
        const before = [...text.matchAll(/(.{0,9})%/gsu)].map(([, start]) => start);
        for (const start of before) expect(start, key).toMatch(/\d$|, number\}$/);
      }
    }
    const [english, portuguese] = [speak('en'), speak('pt')];
    expect(english('toggle.outcome.percent', { share: 70.5 })).toBe('70.5%');
    expect(portuguese('toggle.outcome.percent', { share: 70.5 })).toBe('70,5%');
    expect(portuguese('experiment.split.missing', { total: 99.5, left: 0.5 })).toBe(
      'Total 99,5%: 0,5% a distribuir',
    );
  });

  it('say in every place of the profile that no recovery code is left', () => {
    for (const key of ['security.factor.app', 'security.factor.passkey'] as const) {
      const given = { date: '', count: 0 };
      expect(speak('pt')(key, given)).toContain('não resta nenhum código de recuperação');
      expect(speak('en')(key, given)).toContain('no recovery code left');
    }
  });
});
