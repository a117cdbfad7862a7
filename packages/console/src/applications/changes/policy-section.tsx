import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../../data/application-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { EnvironmentDot } from '../../parts/status/environment-dot.tsx';
import { Button } from '../../ui/controls/button.ts';
import { usePolicyWords } from './policy-words.ts';
import styles from './settings-rows.module.css';

const PolicyDialog = lazy(async () => ({
  default: (await import('./policy-dialog.tsx')).PolicyDialog,
}));

type ListedEnvironment = ApplicationSummary['environments'][number];

/** What changes of each environment need. Those who cannot change it see it only where there is something to see. */
export function PolicySection({ appId }: { readonly appId: string }) {
  const t = useTranslations();
  const words = usePolicyWords();
  const isAdmin = useSession()?.is_admin === true;
  const [edited, setEdited] = useState<ListedEnvironment>();
  // The stored list may be of some minutes ago.
  const { data: applications } = useQuery({ ...applicationsQuery, refetchOnMount: 'always' });
  const environments = applications?.find(({ id }) => id === appId)?.environments ?? [];
  if (!isAdmin && environments.every(({ changePolicy }) => changePolicy === undefined)) return null;

  return (
    <section>
      <h2>{t('policy.heading')}</h2>
      <p>{t('policy.intro')}</p>
      <ul className={styles.rows} aria-label={t('policy.heading')}>
        {environments.map((environment) => (
          <li key={environment.id}>
            <span className={styles.subject}>
              <span className={styles.dotted}>
                <EnvironmentDot environment={environment} />
                {environment.name}
              </span>
            </span>
            <span className={styles.facts}>{words(environment.changePolicy)}</span>
            {isAdmin && (
              <span className={styles.actions}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('policy.editOf', { environment: environment.name })}
                  onClick={() => setEdited(environment)}
                >
                  {t('common.edit')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <Suspense>
          <PolicyDialog appId={appId} environment={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </section>
  );
}
