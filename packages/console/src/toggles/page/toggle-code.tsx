import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { apiConfigQuery } from '../../data/environment-key-queries.ts';
import { serviceFactsQuery } from '../../data/service-queries.ts';
import { ConnectSnippets } from '../../parts/connection/connect-snippets.tsx';
import { addressesOf } from '../../parts/connection/connection-addresses.ts';
import { toggleSnippets } from '../../parts/connection/toggle-snippets.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import styles from './toggle-details.module.css';

const CodePlaces = lazy(async () => ({
  default: (await import('../code/code-places.tsx')).CodePlaces,
}));

/** Where code names the toggle; and programs that evaluate this toggle by its type; only the key has to be filled in. */
export function ToggleCode({ toggle }: { readonly toggle: Toggle }) {
  const t = useTranslations('toggle.code');
  const config = useQuery(apiConfigQuery);
  const facts = useQuery(serviceFactsQuery);
  const { chosen } = useCurrentEnvironment();
  const { appId } = toggle;
  return (
    <>
      <Suspense>
        <CodePlaces toggle={toggle} />
      </Suspense>
      {chosen !== undefined && (
        <p className={styles.key}>
          {t.rich('key', {
            environment: chosen.name,
            link: (text) => (
              <Link to={pathTo('newEnvironmentKey', { appId, envId: chosen.id })}>{text}</Link>
            ),
          })}
        </p>
      )}
      <Loaded query={config}>
        {(addresses) => (
          <Loaded query={facts}>
            {(service) => (
              <ConnectSnippets
                snippets={toggleSnippets(toggle, {
                  url: addressesOf(addresses)[0].url,
                  facts: service,
                })}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}
