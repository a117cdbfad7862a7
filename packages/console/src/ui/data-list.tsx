import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './data-list.module.css';
import { DataTable } from './data-table.tsx';
import { type Column, order, search } from './list-order.ts';
import { useListAddress } from './use-list-address.ts';
import { useShortcut } from './use-shortcut.ts';

interface DataListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly searchIn: (row: Row) => string;
  /** What can be done with one row: icon buttons. */
  readonly actions?: (row: Row) => ReactNode;
  /** In place of the list when there is nothing in it. */
  readonly empty: ReactNode;
  /** Filters of its own, beside the search. */
  readonly filters?: ReactNode;
}

/** A list with its search, its sort and its count; thousands of rows are fine. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, columns, searchIn, empty, filters } = props;
  const t = useTranslations('common');
  const { query, setQuery, sort, sortBy } = useListAddress();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());

  // What is typed is drawn first; a long list follows when there is time.
  const searched = useDeferredValue(query);
  const shown = useMemo(
    () => order(search(rows, searched, searchIn), sort, columns),
    [rows, searched, searchIn, sort, columns],
  );

  if (rows.length === 0) return empty;
  return (
    <>
      <div className={styles.toolbar}>
        <TextInput
          ref={field}
          type="search"
          className={styles.search}
          aria-label={t('searchIn', { label })}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            query === '' && (
              <kbd aria-hidden className={styles.key}>
                /
              </kbd>
            )
          }
          rightSectionPointerEvents="none"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {filters}
        <p role="status" className={styles.count}>
          {t('resultsCount', { shown: shown.length, total: rows.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <div className={styles.nothing}>
          <p>{t('noResults', { query: searched })}</p>
          <Button variant="default" onClick={() => setQuery('')}>
            {t('clear')}
          </Button>
        </div>
      ) : (
        <DataTable {...props} rows={shown} sort={sort} onSort={sortBy} />
      )}
    </>
  );
}
