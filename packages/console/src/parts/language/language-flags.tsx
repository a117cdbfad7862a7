import { LANGUAGES, type Language, LOCALES } from '@comporta/messages/languages';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Flag } from '../../base/flag.tsx';
import { chooseVisitorLanguage, useLanguage } from '../../base/language.tsx';
import { LANGUAGE_NAMES } from '../../base/language-names.ts';
import { Alert } from '../../ui/alert.tsx';
import styles from './language-flags.module.css';

export function LanguageFlags() {
  const t = useTranslations();
  const current = useLanguage();
  const [hasFailed, setFailed] = useState(false);

  async function choose(language: Language) {
    try {
      await chooseVisitorLanguage(language);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }

  return (
    <fieldset className={styles.flags}>
      <legend className="visually-hidden">{t('language.label')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={LOCALES[language]}
          aria-pressed={language === current}
          onClick={() => void choose(language)}
        >
          <Flag language={language} />
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
      {hasFailed && <Alert>{t('error.general')}</Alert>}
    </fieldset>
  );
}
