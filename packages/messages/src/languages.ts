export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The locale of each language, for `lang` attributes and date formats. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };
