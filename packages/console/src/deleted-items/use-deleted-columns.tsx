import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import type { Column } from '../ui/list/list-order.ts';
import { localTimeZone } from '../ui/local-time-zone.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './deleted-items-page.module.css';

export function useDeletedColumns(): readonly Column<DeletedItem>[] {
  const t = useTranslations('deleted');
  const format = useFormatter();
  const environments = useCurrentEnvironment().application?.environments;
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('rename.name'),
        cell: ({ name }) => <span className={styles.name}>{name}</span>,
      },
      {
        id: 'type',
        title: t('what'),
        width: '16%',
        cell({ type, envId }) {
          const environment = environments?.find(({ id }) => id === envId);
          const word = t(`type.${type}`);
          return environment === undefined ? word : `${word} · ${environment.name}`;
        },
      },
      {
        id: 'when',
        title: t('when'),
        width: '20%',
        cell: ({ deletedAt, deletedBy }) => (
          <>
            <TimeAgo at={deletedAt} />
            {deletedBy !== null && deletedBy.name !== '' && (
              <span className={styles.by}> · {deletedBy.name}</span>
            )}
          </>
        ),
      },
      {
        id: 'until',
        title: t('until'),
        width: '16%',
        cell: ({ restorableUntil }) =>
          format.dateTime(new Date(restorableUntil), {
            dateStyle: 'medium',
            timeZone: localTimeZone(),
          }),
      },
    ],
    [t, format, environments],
  );
}
