import { LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { useTranslations } from 'use-intl/react';
import { Flag } from '../../base/flag.tsx';
import { chooseVisitorLanguage, useLanguage } from '../../base/language.tsx';
import { LANGUAGE_NAMES } from '../../base/language-names.ts';
import styles from './language-flags.module.css';

export function LanguageFlags() {
  const t = useTranslations('language');
  const current = useLanguage();
  return (
    <fieldset className={styles.flags}>
      <legend className="visually-hidden">{t('label')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={LOCALES[language]}
          aria-pressed={language === current}
          onClick={() => void chooseVisitorLanguage(language)}
        >
          <Flag language={language} />
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </fieldset>
  );
}
