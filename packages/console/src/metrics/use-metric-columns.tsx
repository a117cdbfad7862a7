import type { EventKey } from '@comporta/contract/metrics/event-key-api';
import type { Metric } from '@comporta/contract/metrics/metric';
import type { ListedMetric } from '@comporta/contract/metrics/metric-api';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { DayBars } from '../parts/days/day-bars.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './metric-list-page.module.css';
import { UsedBy } from './used-by.tsx';

/** The columns of the list of metrics; the figures of events appear once they are loaded. */
export function useMetricColumns(
  appId: string,
  eventKeys: readonly EventKey[] | undefined,
): readonly Column<ListedMetric>[] {
  const t = useTranslations('metric');
  const seenOf = ({ eventKey }: Metric) => eventKeys?.find(({ key }) => key === eventKey);
  return [
    {
      id: 'key',
      title: t('list.key'),
      width: '20%',
      sortBy: ({ key }) => key,
      cell: ({ id, key, eventKey }) => (
        <>
          <Link to={pathTo('metric', { appId, id })}>
            <code>{key}</code>
          </Link>
          {eventKey !== key && (
            <p className={styles.description}>
              <code>{eventKey}</code>
            </p>
          )}
        </>
      ),
    },
    {
      id: 'name',
      title: t('edit.name'),
      isPlain: true,
      sortBy: ({ name }) => name,
      cell: ({ name, description }) => (
        <>
          {name}
          <p className={styles.description}>{description}</p>
        </>
      ),
    },
    {
      id: 'kind',
      title: t('list.kind'),
      isPlain: true,
      width: '12%',
      sortBy: ({ kind }) => t(`kind.${kind}`),
      cell: ({ kind }) => t(`kind.${kind}`),
    },
    {
      id: 'lastEvent',
      title: t('list.lastEvent'),
      isDetail: true,
      width: '14%',
      sortBy: (metric) => seenOf(metric)?.lastEventAt ?? '',
      cell: (metric) => {
        const seen = seenOf(metric);
        if (seen?.lastEventAt !== undefined) return <TimeAgo at={seen.lastEventAt} />;
        // While the store of events is away, nobody knows when the last event was.
        const isKnown = eventKeys !== undefined && (seen === undefined || seen.users !== undefined);
        return isKnown ? t('list.never') : null;
      },
    },
    {
      id: 'perDay',
      title: t('list.perDay'),
      isDetail: true,
      width: '14%',
      cell: (metric) => {
        const seen = seenOf(metric);
        if (seen === undefined) return undefined;
        const total = seen.days.reduce((sum, count) => sum + count, 0);
        const label = t('list.perDaySummary', { total, last: seen.days.at(-2) ?? 0 });
        return <DayBars days={seen.days} label={label} />;
      },
    },
    {
      id: 'usedBy',
      title: t('list.usedBy'),
      isDetail: true,
      width: '14%',
      sortBy: ({ usedBy }) => usedBy.length,
      cell: (metric) => <UsedBy metric={metric} />,
    },
  ];
}
