import { createTranslator } from 'use-intl/core';
import en from './en.json' with { type: 'json' };
import type { Language } from './languages.ts';
import { LOCALES } from './languages.ts';
import pt from './pt.json' with { type: 'json' };

export type Messages = typeof en;

const CATALOGUES: Readonly<Record<Language, Messages>> = { en, pt };

/** The texts of one language, for mails, notifications and the audit log. The console loads its own. */
export function speak(language: Language) {
  return createTranslator({ locale: LOCALES[language], messages: CATALOGUES[language] });
}
