import { createFormatter, createTranslator } from 'use-intl/core';
import { catalogueOf } from './catalogue.ts';
import type { Language } from './languages.ts';
import { LOCALES } from './languages.ts';

/** Says a message of any noun in one language. */
export type Say = ReturnType<typeof speak>;

/** The texts of one language, for mails, notifications and the audit log. The console loads its own. */
export function speak(language: Language) {
  return createTranslator({ locale: LOCALES[language], messages: catalogueOf(language) });
}

/** Writes numbers and times as one language does. */
export type Format = ReturnType<typeof createFormatter>;

/** Of what nobody's own time zone is known. */
export function formatIn(language: Language): Format {
  return createFormatter({ locale: LOCALES[language], timeZone: 'UTC' });
}
