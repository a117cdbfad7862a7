import type { EventKey } from '@comporta/contract/metrics/event-key-api';
import type { Metric } from '@comporta/contract/metrics/metric';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import styles from './metric-list-page.module.css';
import { useEventKeyDeletion } from './use-event-key-deletion.ts';

interface UnusedEventKeysProps {
  readonly appId: string;
  readonly metrics: readonly Metric[];
  readonly eventKeys: readonly EventKey[];
}

/** Event keys that no metric uses, each to make a metric of it or to delete it. */
export function UnusedEventKeys({ appId, metrics, eventKeys }: UnusedEventKeysProps) {
  const t = useTranslations('metric.list');
  const common = useTranslations('common');
  const deletion = useEventKeyDeletion(appId);
  const used = new Set(
    metrics.flatMap(({ eventKey, denominatorKey }) => [eventKey, denominatorKey]),
  );
  const unused = eventKeys.filter(({ key }) => !used.has(key));
  if (useIsReadOnly() || unused.length === 0) return null;
  const path = pathTo('metric', { appId, id: 'new' });
  return (
    <section className={styles.unused} aria-label={t('unused')}>
      <h2>{t('unused')}</h2>
      <ul>
        {unused.map((eventKey) => (
          <li key={eventKey.key}>
            <span className={styles.name}>
              <Link to={`${path}?eventKey=${encodeURIComponent(eventKey.key)}`}>
                {t('makeMetric', { eventKey: eventKey.key })}
              </Link>
              {eventKey.introducedBy === 'CLIENT' && (
                <small className={styles.none}>{t('fromPages')}</small>
              )}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('deleteKey', { eventKey: eventKey.key })}
              onClick={() => deletion.ask(eventKey)}
            >
              {common('delete')}
            </Button>
          </li>
        ))}
      </ul>
      {deletion.dialogs}
    </section>
  );
}
