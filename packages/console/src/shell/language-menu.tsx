import { LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { useTranslations } from 'use-intl/react';
import { Flag } from '../base/flag.tsx';
import { useLanguage } from '../base/language.tsx';
import { LANGUAGE_NAMES } from '../base/language-names.ts';
import { useSaveChosenLanguage } from '../base/use-save-chosen-language.ts';
import { Button } from '../ui/controls/button.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import styles from './language-menu.module.css';

export function LanguageMenu() {
  const t = useTranslations('language');
  const current = useLanguage();
  const saveChosenLanguage = useSaveChosenLanguage();

  return (
    <Menu
      button={(opener) => (
        <Button
          variant="default"
          size="sm"
          px={10}
          className={styles.button}
          leftSection={<Flag language={current} />}
          {...opener}
        >
          <span className="visually-hidden">{t('label')}: </span>
          <span className={styles.code}>{current.toUpperCase()}</span>
        </Button>
      )}
    >
      {LANGUAGES.map((language) => (
        <MenuItem
          key={language}
          lang={LOCALES[language]}
          icon={<Flag language={language} />}
          isCurrent={language === current}
          onClick={() => saveChosenLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </MenuItem>
      ))}
    </Menu>
  );
}
