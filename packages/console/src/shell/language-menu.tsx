import { LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { Flag } from './flag.tsx';
import { useLanguage } from './language.tsx';
import { LANGUAGE_NAMES } from './language-names.ts';
import { saveChosenLanguage } from './save-chosen-language.ts';

export function LanguageMenu() {
  const t = useTranslations('language');
  const current = useLanguage();

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
            onClick={() => saveChosenLanguage(language)}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
