import type { Language } from '@comporta/messages/languages';
import { useTranslations } from 'use-intl/react';
import { keepLanguage } from '../data/stored/saved-language.ts';
import { toast } from '../ui/toast-store.ts';
import { chooseLanguage } from './language.tsx';

/** Returns a function that switches to a language here, and saves it for every login of the user. */
export function useSaveChosenLanguage(): (language: Language) => void {
  const t = useTranslations('error');
  return (language) => {
    chooseLanguage(language).catch(() => toast({ text: t('general') }));
    keepLanguage(language);
  };
}
