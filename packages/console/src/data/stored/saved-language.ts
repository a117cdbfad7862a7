import { saveLanguage } from '@comporta/contract/sessions/session-api';
import type { Language } from '@comporta/messages/languages';
import { call } from '../../api/call.ts';

let saving: Promise<unknown> = Promise.resolve();

/** Resolves when a language that was just chosen is saved. Texts that the server writes need it. */
export function whenLanguageSaved(): Promise<unknown> {
  return saving;
}

/** Saves the language for every login of the user. This browser remembers it in any case: a failure is ignored. */
export function keepLanguage(language: Language): void {
  saving = call(saveLanguage, { params: { lang: language } }).catch(() => {});
}
