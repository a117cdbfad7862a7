import { Tabs } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { CodeBlock } from '../../ui/code-block.tsx';
import styles from './connect-snippets.module.css';
import {
  type Connection,
  SNIPPET_LANGUAGES,
  SNIPPET_PACKAGES,
  snippetOf,
} from './connection-snippets.ts';

/** How a system asks for its first toggle, in the language that its developers speak. */
export function ConnectSnippets({ connection }: { readonly connection: Connection }) {
  const t = useTranslations('snippet');
  return (
    <Tabs defaultValue={SNIPPET_LANGUAGES[0]} keepMounted={false}>
      <Tabs.List aria-label={t('language')}>
        {SNIPPET_LANGUAGES.map((language) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SNIPPET_LANGUAGES.map((language) => (
        <Tabs.Panel key={language} value={language} className={styles.panel}>
          {SNIPPET_PACKAGES[language] !== undefined && (
            <p className={styles.packages}>
              {t.rich('packages', {
                packages: () => <code>{SNIPPET_PACKAGES[language]}</code>,
              })}
            </p>
          )}
          <CodeBlock label={t('code', { language })} text={snippetOf(language, connection)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
