import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { MANY_ENVIRONMENTS } from '../../parts/status/many-environments.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import type { AskedChange } from '../list/rules-switch.tsx';
import { SwitchQuestion } from '../list/switch-question.tsx';
import { statesOf, statesOfToggle } from '../list/toggle-states.ts';
import styles from './environment-card.module.css';
import { EnvironmentCard } from './environment-card.tsx';
import { EnvironmentTable } from './environment-table.tsx';

/** What users of each environment get from a toggle: side by side, or many of them in a table. */
export function EnvironmentCards({ toggle }: { readonly toggle: Toggle }) {
  const t = useTranslations('toggle.environments');
  const summaries = useQuery(experimentSummariesQuery(toggle.appId));
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const [asked, setAsked] = useState<AskedChange>();
  return (
    <section aria-label={t('title')}>
      <Loaded query={summaries} rows={2}>
        {(loaded) => {
          const experiments = statesOfToggle(statesOf(loaded), toggle.id);
          if (environments.length >= MANY_ENVIRONMENTS)
            return <EnvironmentTable {...{ toggle, environments, experiments }} onAsk={setAsked} />;
          return (
            <ul className={styles.cards}>
              {environments.map((environment) => (
                <EnvironmentCard
                  key={environment.id}
                  toggle={toggle}
                  environment={environment}
                  experiments={experiments}
                  onAsk={setAsked}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <SwitchQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
