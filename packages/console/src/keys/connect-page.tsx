import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { apiConfigQuery } from '../data/environment-key-queries.ts';
import { serviceFactsQuery } from '../data/service-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { ConnectSnippets } from '../parts/connection/connect-snippets.tsx';
import { addressesOf } from '../parts/connection/connection-addresses.ts';
import { exampleToggle } from '../parts/connection/example-toggle.ts';
import { pageSnippets } from '../parts/connection/page-snippets.ts';
import styles from './connect-app.module.css';

interface ConnectPageProps {
  readonly appId: string;
  readonly keyText: string;
}

/** How to use a client key: code for a page that evaluates a toggle which is available to clients. */
export function ConnectPage({ appId, keyText }: ConnectPageProps) {
  const t = useTranslations('key');
  const { data: config } = useQuery(apiConfigQuery);
  const { data: facts } = useQuery(serviceFactsQuery);
  const { data: toggles } = useQuery(togglesQuery(appId));
  if (config === undefined || facts === undefined || toggles === undefined) return null;
  const available = toggles.filter(({ availableToClients }) => availableToClients);
  const [{ url }] = addressesOf(config);
  return (
    <section className={styles.section}>
      <h3>{t('connectPage')}</h3>
      <ConnectSnippets
        snippets={pageSnippets({ url, facts, key: keyText, ...exampleToggle(available) })}
      />
    </section>
  );
}
