import type { Delivery } from '@comporta/contract/notifications/notification';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { deliveriesQuery } from '../data/notification-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { DataTable } from '../ui/list/data-table.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './delivery-list.module.css';
import { DeliveryStatus } from './delivery-status.tsx';
import { ResendButton } from './resend-button.tsx';

/** The notifications that were sent to the webhook, newest first. */
export function DeliveryList({ appId }: { readonly appId: string }) {
  const t = useTranslations('config.deliveries');
  const common = useTranslations('common');
  const deliveries = useInfiniteQuery(deliveriesQuery(appId));
  const columns: readonly Column<Delivery>[] = [
    { id: 'message', title: t('message'), cell: ({ headline }) => headline },
    {
      id: 'status',
      title: common('status'),
      width: '34%',
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    {
      id: 'when',
      title: t('when'),
      width: '16%',
      cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
  ];
  return (
    <Loaded query={deliveries}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return <p className={styles.empty}>{t('empty')}</p>;
        return (
          <>
            <DataTable
              label={t('title')}
              rows={rows}
              rowKey={({ id }) => id}
              columns={columns}
              actions={(delivery) => <ResendButton appId={appId} delivery={delivery} />}
              sort={undefined}
              onSort={() => {}}
            />
            {deliveries.hasNextPage && (
              <Button
                className={styles.more}
                variant="default"
                loading={deliveries.isFetchingNextPage}
                onClick={() => void deliveries.fetchNextPage()}
              >
                {common('more')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
