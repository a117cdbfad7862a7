import { saveLanguage } from '@comporta/contract/sessions/session-api';
import type { Language } from '@comporta/messages/languages';
import { call } from '../api/call.ts';
import { chooseLanguage } from './language.tsx';

let saving: Promise<unknown> = Promise.resolve();

/** Resolves when a language that was just chosen is saved. Texts that the server writes need it. */
export function whenLanguageSaved(): Promise<unknown> {
  return saving;
}

/** Switches to the language here, and saves it for every login of the user. */
export function saveChosenLanguage(language: Language): void {
  void chooseLanguage(language);
  // This browser remembers the language in any case, so a failed save is ignored.
  saving = call(saveLanguage, { params: { lang: language } }).catch(() => {});
}
