import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { apiConfigQuery } from '../data/environment-key-queries.ts';
import { serviceFactsQuery } from '../data/service-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { ConnectSnippets } from '../parts/connection/connect-snippets.tsx';
import { addressesOf } from '../parts/connection/connection-addresses.ts';
import { serverSnippets, toggleFetchUrl } from '../parts/connection/connection-snippets.ts';
import { ConnectionStatus } from '../parts/connection/connection-status.tsx';
import { exampleToggle } from '../parts/connection/example-toggle.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import styles from './connect-app.module.css';

interface ConnectAppProps {
  readonly appId: string;
  readonly envId: string;
  readonly keyText: string;
}

/** How to use a new key: the address, example code, and whether a request with the key has arrived. */
export function ConnectApp({ appId, envId, keyText }: ConnectAppProps) {
  const t = useTranslations('key');
  const { data: config } = useQuery(apiConfigQuery);
  const { data: facts } = useQuery(serviceFactsQuery);
  const { data: toggles } = useQuery(togglesQuery(appId));
  return (
    <>
      {config !== undefined && (
        <section className={styles.section}>
          <h3>{t('exampleUrl')}</h3>
          {addressesOf(config).map(({ tag, url }) => (
            <div key={url}>
              {tag !== undefined && <p className={styles.region}>{t(`region.${tag}`)}</p>}
              <CodeBlock label={t('exampleUrl')} text={toggleFetchUrl(url)} />
            </div>
          ))}
        </section>
      )}
      {config !== undefined && facts !== undefined && toggles !== undefined && (
        <section className={styles.section}>
          <h3>{t('connect')}</h3>
          <ConnectSnippets
            snippets={serverSnippets({
              url: addressesOf(config)[0].url,
              facts,
              key: keyText,
              ...exampleToggle(toggles),
            })}
          />
        </section>
      )}
      <ConnectionStatus appId={appId} envId={envId} kind="server" />
    </>
  );
}
