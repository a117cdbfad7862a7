import type { Language } from '@comporta/messages/languages';

/** Each in itself, so that whoever needs it can read it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  pt: 'Português',
};
