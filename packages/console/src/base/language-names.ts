import type { Language } from '@comporta/messages/languages';

/** Each name is in its own language, so that its speakers can read it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  pt: 'Português',
};
