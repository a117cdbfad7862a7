import { saveLanguage } from '@comporta/contract/sessions/session-api';
import type { Language } from '@comporta/messages/languages';
import { useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { toast } from '../ui/toast-store.ts';
import { chooseLanguage } from './language.tsx';

let saving: Promise<unknown> = Promise.resolve();

/** Resolves when a language that was just chosen is saved. Texts that the server writes need it. */
export function whenLanguageSaved(): Promise<unknown> {
  return saving;
}

/** Returns a function that switches to a language here, and saves it for every login of the user. */
export function useSaveChosenLanguage(): (language: Language) => void {
  const t = useTranslations('error');
  return (language) => {
    chooseLanguage(language).catch(() => toast({ text: t('general') }));
    // This browser remembers the language in any case, so a failed save is ignored.
    saving = call(saveLanguage, { params: { lang: language } }).catch(() => {});
  };
}
