import { useTranslations } from 'use-intl/react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/controls/tabs.ts';
import styles from './connect-snippets.module.css';
import type { Installation } from './installation.ts';

export interface Snippet {
  readonly language: string;
  /** The packages to install before the code runs: ours, or the command for those of others. */
  readonly packages: Installation | string | undefined;
  readonly code: string;
}

/** Code for the first request of a system, in each programming language. */
export function ConnectSnippets({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const t = useTranslations('snippet');
  return (
    <Tabs defaultValue={snippets[0]?.language ?? null} keepMounted={false}>
      <Tabs.List aria-label={t('language')}>
        {snippets.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ language, packages, code }) => (
        <Tabs.Panel key={language} value={language} className={styles.panel}>
          {typeof packages === 'object' && (
            <p className={styles.packages}>
              {packages.source === 'registry' ? t('registry') : t('checkout')}:{' '}
              <code>{packages.prepare}</code>
            </p>
          )}
          {packages !== undefined && (
            <p className={styles.packages}>
              {t.rich('packages', {
                packages: () => (
                  <code>{typeof packages === 'object' ? packages.install : packages}</code>
                ),
              })}
            </p>
          )}
          <CodeBlock label={t('code', { language })} text={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
