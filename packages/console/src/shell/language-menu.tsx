import { saveLanguage } from '@comporta/contract/sessions/session-api';
import { LANGUAGES, type Language, LOCALES } from '@comporta/messages/languages';
import { Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { Flag } from './flag.tsx';
import { chooseLanguage, useLanguage } from './language.tsx';
import { LANGUAGE_NAMES } from './language-names.ts';

export function LanguageMenu() {
  const t = useTranslations('language');
  const current = useLanguage();

  function choose(language: Language) {
    void chooseLanguage(language);
    // This browser remembers it anyway; what could not be saved is asked for again on the next one.
    call(saveLanguage, { params: { lang: language } }).catch(() => {});
  }

  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          px={10}
          leftSection={<Flag language={current} />}
        >
          <span className="visually-hidden">{t('label')}: </span>
          {current.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={LOCALES[language]}
            leftSection={<Flag language={language} />}
            rightSection={language === current && <IconCheck size={16} aria-hidden />}
            aria-current={language === current || undefined}
            onClick={() => choose(language)}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
