import { createFormatter, createTranslator } from 'use-intl/core';
import { catalogueOf } from './catalogue.ts';
import { withIsolatedTexts } from './isolated.ts';
import type { Language } from './languages.ts';
import { LOCALES } from './languages.ts';

/** Translates any message into one language. */
export type Say = ReturnType<typeof translatorIn>;

/**
 * The texts of one language, for mails, notifications and the audit log; what users wrote is isolated in them. The
 * console loads its own texts, and isolates in substitutes/format-message.ts.
 */
export function speak(language: Language): Say {
  const say = translatorIn(language);
  // The types of keys and values stay those of the translator: only texts among the values change, into texts.
  const isolating = (of: unknown) => {
    const call = of as (key: string, values?: object, formats?: object) => unknown;
    return (key: string, values?: object, formats?: object) =>
      call(key, values && withIsolatedTexts(values), formats);
  };
  const { raw, has, rich, markup } = say;
  const methods = { raw, has, rich: isolating(rich), markup: isolating(markup) };
  return Object.assign(isolating(say), methods) as unknown as Say;
}

function translatorIn(language: Language) {
  return createTranslator({ locale: LOCALES[language], messages: catalogueOf(language) });
}

/** Formats numbers and times for one language. */
export type Format = ReturnType<typeof createFormatter>;

/** In UTC, for readers whose time zone is unknown. */
export function formatIn(language: Language): Format {
  return createFormatter({ locale: LOCALES[language], timeZone: 'UTC' });
}
