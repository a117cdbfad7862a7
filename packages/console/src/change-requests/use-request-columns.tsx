import type { ChangeRequestSummary } from '@comporta/contract/change-requests/change-request';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useNextTime } from '../ui/dates/next-time.ts';
import { lastChangeColumn } from '../ui/list/last-change-column.tsx';
import type { Column } from '../ui/list/list-order.ts';
import styles from './request-state.module.css';
import { RequestStateCell } from './request-state.tsx';

/** The service orders them: those to come by their time, others newest first. */
export function useRequestColumns(): readonly Column<ChangeRequestSummary>[] {
  const t = useTranslations('changeRequest');
  const nextTime = useNextTime();
  return useMemo(
    () => [
      {
        id: 'request',
        title: t('list.request'),
        width: 'minmax(0, 1.4fr)',
        cell: ({ id, appId, number, title }) => (
          <Link to={pathTo('changeRequest', { appId, id })}>
            {t('of', { number: String(number), title })}
          </Link>
        ),
      },
      {
        id: 'state',
        title: t('list.state'),
        width: 'minmax(0, 1.4fr)',
        isPlain: true,
        className: styles.cell,
        cell: (request) => <RequestStateCell request={request} />,
      },
      {
        id: 'environments',
        title: t('list.environments'),
        isPlain: true,
        cell: ({ touched }) => touched.map(({ name }) => name).join(', '),
      },
      {
        id: 'next',
        title: t('list.next'),
        isPlain: true,
        cell: ({ nextAt }) => (nextAt === null ? '' : nextTime(nextAt)),
      },
      unsorted(
        lastChangeColumn({
          title: t('list.changed'),
          changeOf: ({ lastChanged }: ChangeRequestSummary) => lastChanged,
        }),
      ),
    ],
    [t, nextTime],
  );
}

function unsorted<Row>({ sortBy: _, ...column }: Column<Row>): Column<Row> {
  return column;
}
