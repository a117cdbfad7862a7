/** A text has all of them; a missing one does not compile. */
export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** For those of whom no language is known. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Compares exactly: `pt-BR` is none. */
export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The locale of each language, for `lang` attributes and date formats. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };
