import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { apiConfigQuery } from '../data/environment-key-queries.ts';
import { BESIDE } from '../data/query-client.ts';
import { serviceFactsQuery } from '../data/service-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { ConnectSnippets } from '../parts/connection/connect-snippets.tsx';
import { addressesOf } from '../parts/connection/connection-addresses.ts';
import { serverSnippets } from '../parts/connection/connection-snippets.ts';
import { ConnectionStatus } from '../parts/connection/connection-status.tsx';
import { exampleToggle } from '../parts/connection/example-toggle.ts';
import type { EnvironmentWithKey } from '../parts/onboarding/onboarding-steps.ts';
import styles from './onboarding-card.module.css';

/** Code for the first request, and the wait for it. The key itself is shown only once, where it is created. */
export function ConnectStep({ place }: { readonly place: EnvironmentWithKey }) {
  const t = useTranslations('onboarding');
  const { application, environment } = place;
  const { id: appId, name } = application;
  const { data: config } = useQuery(apiConfigQuery);
  const { data: facts } = useQuery(serviceFactsQuery);
  const { data: toggles } = useQuery({ ...togglesQuery(appId), meta: BESIDE });
  return (
    <div className={styles.connect}>
      <p className={styles.for}>
        {t('environment', { application: name, environment: environment.name })}
      </p>
      {config !== undefined && facts !== undefined && toggles !== undefined && (
        <ConnectSnippets
          snippets={serverSnippets({
            url: addressesOf(config)[0].url,
            facts,
            key: undefined,
            ...exampleToggle(toggles),
          })}
        />
      )}
      <ConnectionStatus appId={appId} envId={environment.id} />
    </div>
  );
}
