import { saveLanguage } from '@comporta/contract/sessions/session-api';
import type { Language } from '@comporta/messages/languages';
import { call } from '../api/call.ts';
import { chooseLanguage } from './language.tsx';

let saving: Promise<unknown> = Promise.resolve();

/** For what the server itself says in the user's language: it must know a language just chosen. */
export function whenLanguageSaved(): Promise<unknown> {
  return saving;
}

/** Speaks the language from now on, here and wherever the user logs in. */
export function saveChosenLanguage(language: Language): void {
  void chooseLanguage(language);
  // This browser remembers it in any case; a preference that could not be saved stops nobody.
  saving = call(saveLanguage, { params: { lang: language } }).catch(() => {});
}
