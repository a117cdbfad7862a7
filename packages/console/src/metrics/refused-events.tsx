import { ITEM_CODES } from '@comporta/contract/events/event';
import type { RefusedEvents as Refused } from '@comporta/contract/metrics/event-key-api';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { TextsOfResults } from '../base/texts/texts-of-results.tsx';
import { refusedEventsQuery } from '../data/event-key-queries.ts';
import styles from './metric-list-page.module.css';

/** Refused events of all environments; those of one phase are in its health. Source: RES-112. */
export function RefusedEvents({ appId }: { readonly appId: string }) {
  const { data = [] } = useQuery(refusedEventsQuery(appId));
  if (data.length === 0) return null;
  return (
    <TextsOfResults>
      <Listed refused={data} />
    </TextsOfResults>
  );
}

function Listed({ refused }: { readonly refused: readonly Refused[] }) {
  const t = useTranslations('metric.list');
  const codes = useTranslations('events');
  const reasonOf = (code: string) => {
    const known = ITEM_CODES.find((one) => one === code);
    return known === undefined ? code : `${code} (${codes(`itemCode.${known}`)})`;
  };
  return (
    <section className={styles.unused} aria-label={t('refused')}>
      <h2>{t('refused')}</h2>
      <ul>
        {refused.map(({ envId, environmentName, code, count }) => (
          <li key={`${envId} ${code}`}>
            {t('refusedOf', { environment: environmentName, count, reason: reasonOf(code) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
