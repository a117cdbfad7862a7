import { createTranslator } from 'use-intl/core';
import { catalogueOf } from './catalogue.ts';
import type { Language } from './languages.ts';
import { LOCALES } from './languages.ts';

/** Says a message of any noun in one language. */
export type Say = ReturnType<typeof speak>;

/** The texts of one language, for mails, notifications and the audit log. The console loads its own. */
export function speak(language: Language) {
  return createTranslator({ locale: LOCALES[language], messages: catalogueOf(language) });
}
