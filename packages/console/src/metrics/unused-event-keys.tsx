import type { EventKey } from '@comporta/contract/metrics/event-key-api';
import type { Metric } from '@comporta/contract/metrics/metric';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import styles from './metric-list-page.module.css';

interface UnusedEventKeysProps {
  readonly appId: string;
  readonly metrics: readonly Metric[];
  readonly eventKeys: readonly EventKey[];
}

/** Event keys that no metric uses, each with a link to create a metric from it. */
export function UnusedEventKeys({ appId, metrics, eventKeys }: UnusedEventKeysProps) {
  const t = useTranslations('metric.list');
  const used = new Set(
    metrics.flatMap(({ eventKey, denominatorKey }) => [eventKey, denominatorKey]),
  );
  const unused = eventKeys.filter(({ key }) => !used.has(key));
  if (unused.length === 0) return null;
  const path = pathTo('metric', { appId, id: 'new' });
  return (
    <section className={styles.unused} aria-label={t('unused')}>
      <h2>{t('unused')}</h2>
      <ul>
        {unused.map(({ key }) => (
          <li key={key}>
            <Link to={`${path}?eventKey=${encodeURIComponent(key)}`}>
              {t('makeMetric', { eventKey: key })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
