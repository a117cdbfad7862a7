import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { useShortcut } from '../use-shortcut.ts';
import styles from './data-list.module.css';
import { DataTable } from './data-table.tsx';
import { type Column, order, search } from './list-order.ts';
import type { RowSelection } from './row-selection.ts';
import { useListAddress } from './use-list-address.ts';
import { useListPlace } from './use-list-place.ts';
import { type RowKey, useRowKeys, useWayToRows } from './use-row-keys.ts';
import { useStickyBar } from './use-sticky-bar.ts';
import { DRAW_ALL_UP_TO } from './use-visible-rows.ts';

interface DataListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly searchIn: (row: Row) => string;
  /** What can be done with one row: icon buttons. */
  readonly actions?: (row: Row) => ReactNode;
  /** How many buttons the row with most of them has; one unless told. */
  readonly actionCount?: number;
  /** Rows can be chosen. */
  readonly selection?: RowSelection<Row>;
  /** The keys that rows have buttons for. */
  readonly keysOfRows?: readonly RowKey[];
  /** In place of the list when there is nothing in it. */
  readonly empty: ReactNode;
  /** Filters of its own, beside the search; */
  readonly filters?: ReactNode;
  /** which rows they let through, all when undefined; */
  readonly isShown?: ((row: Row) => boolean) | undefined;
  /** and what lets all rows through again. */
  readonly onClear?: () => void;
}

const NO_KEYS: readonly RowKey[] = [];

/** A list with its search, its sort and its count; thousands of rows are fine. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, rowKey, columns, searchIn, actions, actionCount, selection } = props;
  const { empty, filters, isShown, onClear, keysOfRows = NO_KEYS } = props;
  const t = useTranslations('common');
  const { query, setQuery, write, sort, sortBy } = useListAddress();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());

  // What is typed is drawn first; a long list follows when there is time.
  const searched = useDeferredValue(query);
  const filtered = useMemo(() => (isShown ? rows.filter(isShown) : rows), [rows, isShown]);
  const found = useMemo(() => search(filtered, searched, searchIn), [filtered, searched, searchIn]);
  const shown = useMemo(() => order(found, sort, columns), [found, sort, columns]);

  // The same element while nothing of it changed: what is typed must not wait for the table.
  const list = useRef<HTMLDivElement>(null);
  const isWhole = useListPlace(list, rows.length);
  useRowKeys({ list, keys: keysOfRows, onSelect: selection?.toggle });
  const goToRows = useWayToRows(list, searched === query);
  const bar = useRef<HTMLDivElement>(null);
  useStickyBar(bar, rows.length > 0);
  const isLong = rows.length > DRAW_ALL_UP_TO;
  const table = useMemo(
    () => (
      <DataTable
        {...{ label, rows: shown, rowKey, columns, sort, onSort: sortBy, isLong }}
        {...{ actions, actionCount, selection, isWhole }}
      />
    ),
    [label, shown, rowKey, columns, actions, actionCount, selection, sort, sortBy, isLong, isWhole],
  );

  function clear() {
    setQuery('');
    onClear?.();
    // The button goes with what it clears.
    field.current?.focus();
  }

  if (rows.length === 0) return empty;
  return (
    <>
      <div ref={bar} className={styles.toolbar} data-stays>
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
          onBlur={write}
          onKeyDown={goToRows}
        />
        {filters}
        <p role="status" className={styles.count}>
          {t('resultsCount', { shown: shown.length, total: rows.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <div className={styles.nothing}>
          <p>{searched === '' ? t('nothingFound') : t('noResults', { query: searched })}</p>
          <Button variant="default" onClick={clear}>
            {t('clear')}
          </Button>
        </div>
      ) : (
        <div ref={list}>{table}</div>
      )}
    </>
  );
}
