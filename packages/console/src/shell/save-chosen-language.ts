import { saveLanguage } from '@comporta/contract/sessions/session-api';
import type { Language } from '@comporta/messages/languages';
import { call } from '../api/call.ts';
import { chooseLanguage } from './language.tsx';

/** Speaks the language from now on, here and wherever the user logs in. */
export function saveChosenLanguage(language: Language): void {
  void chooseLanguage(language);
  // This browser remembers it in any case; a preference that could not be saved stops nobody.
  call(saveLanguage, { params: { lang: language } }).catch(() => {});
}
