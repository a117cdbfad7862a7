import { EDIT_TYPES, type EditType } from '@comporta/contract/change-requests/edit-type';
import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { deletedItemsQuery } from '../data/deleted-item-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { Button } from '../ui/controls/button.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './deleted-items-page.module.css';
import { useDeletedColumns } from './use-deleted-columns.tsx';
import { useDiscarding } from './use-discarding.ts';
import { useRestoring } from './use-restoring.tsx';

/** What was deleted in an application and can be restored. The address holds the filter. */
export function DeletedItemsPage() {
  const t = useTranslations('deleted');
  const { appId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const type = EDIT_TYPES.find((known) => known === params.get('type'));
  const items = useInfiniteQuery(deletedItemsQuery(appId, { type }));
  const keptDays = items.data?.pages[0]?.keptDays;

  return (
    <Page
      title={t('title')}
      help="safe-changes"
      width="list"
      {...(keptDays !== undefined && keptDays > 0 && { intro: t('intro', { days: keptDays }) })}
    >
      {(keptDays !== 0 || type !== undefined) && (
        <div className={styles.filters}>
          <NativeSelect
            variant="filled"
            label={t('what')}
            value={type ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setParams(value === '' ? {} : { type: value }, { replace: true })
            }
            data={[
              { value: '', label: t('anything') },
              ...EDIT_TYPES.map((one: EditType) => ({ value: one, label: t(`type.${one}`) })),
            ]}
          />
        </div>
      )}
      <Loaded query={items} rows={8} isList>
        {({ pages }) => (
          <Items
            appId={appId}
            items={pages.flatMap((page) => page.items)}
            keptDays={keptDays ?? 0}
            more={
              items.hasNextPage
                ? { isBusy: items.isFetchingNextPage, load: () => void items.fetchNextPage() }
                : undefined
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

interface ItemsProps {
  readonly appId: string;
  readonly items: readonly DeletedItem[];
  readonly keptDays: number;
  readonly more: { readonly isBusy: boolean; readonly load: () => void } | undefined;
}

function Items({ appId, items, keptDays, more }: ItemsProps) {
  const t = useTranslations();
  const isAdmin = useSession()?.is_admin === true;
  const mayEdit = useMayEdit();
  const columns = useDeletedColumns();
  const restoring = useRestoring(appId);
  const discarding = useDiscarding(appId);

  return (
    <>
      {items.length === 0 ? (
        <EmptyState
          text={keptDays === 0 ? t('deleted.off') : t('deleted.empty', { days: keptDays })}
          help={<HelpLink page="safe-changes" />}
        />
      ) : (
        <DataTable
          label={t('deleted.title')}
          rows={items}
          rowKey={({ id }) => id}
          columns={columns}
          actionCount={isAdmin ? 4 : 3}
          actions={(item) => (
            <span className={styles.actions}>
              {mayEdit(item.envId ?? undefined) && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('deleted.restoreOf', { name: item.name })}
                  loading={restoring.busyId === item.id}
                  onClick={() => restoring.restore(item)}
                >
                  {t('deleted.restore')}
                </Button>
              )}
              {isAdmin && <DeleteButton name={item.name} onClick={() => discarding.ask(item)} />}
            </span>
          )}
          sort={undefined}
          onSort={() => {}}
        />
      )}
      {more !== undefined && (
        <Button className={styles.more} variant="default" loading={more.isBusy} onClick={more.load}>
          {t('common.more')}
        </Button>
      )}
      {restoring.dialogs}
      {discarding.dialogs}
    </>
  );
}
