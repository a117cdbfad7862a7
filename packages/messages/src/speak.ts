import { createFormatter, createTranslator } from 'use-intl/core';
import { catalogueOf } from './catalogue.ts';
import type { Language } from './languages.ts';
import { LOCALES } from './languages.ts';

/** Translates any message into one language. */
export type Say = ReturnType<typeof speak>;

/** The texts of one language, for mails, notifications and the audit log. The console loads its own. */
export function speak(language: Language) {
  return createTranslator({ locale: LOCALES[language], messages: catalogueOf(language) });
}

/** Formats numbers and times for one language. */
export type Format = ReturnType<typeof createFormatter>;

/** In UTC, for readers whose time zone is unknown. */
export function formatIn(language: Language): Format {
  return createFormatter({ locale: LOCALES[language], timeZone: 'UTC' });
}
