import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { useIsReadOnly } from '../forms/read-only.ts';
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
  /** Renders the actions on one row, as icon buttons. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** The largest number of buttons in a row; 1 by default. */
  readonly actionCount?: number;
  /** Given when rows can be selected. */
  readonly selection?: RowSelection<Row>;
  /** The keys that press buttons in rows. */
  readonly keysOfRows?: readonly RowKey[];
  /** Shown in place of a list without rows. */
  readonly empty: ReactNode;
  /** Further filters, beside the search. */
  readonly filters?: ReactNode;
  /** Whether these filters show a row; undefined shows all rows. */
  readonly isShown?: ((row: Row) => boolean) | undefined;
  /** Resets these filters. */
  readonly onClear?: () => void;
}

const NO_KEYS: readonly RowKey[] = [];

/** A list with search, sort and count; it can have thousands of rows. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, rowKey, columns, searchIn, actions, actionCount } = props;
  // Rows are selected to change many of them at once.
  const selection = useIsReadOnly() ? undefined : props.selection;
  const { empty, filters, isShown, onClear, keysOfRows = NO_KEYS } = props;
  const t = useTranslations('common');
  const { query, setQuery, write, sort, sortBy } = useListAddress();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());

  // The typed text is rendered first; a long list follows when there is time.
  const searched = useDeferredValue(query);
  const filtered = useMemo(() => (isShown ? rows.filter(isShown) : rows), [rows, isShown]);
  const found = useMemo(() => search(filtered, searched, searchIn), [filtered, searched, searchIn]);
  const shown = useMemo(() => order(found, sort, columns), [found, sort, columns]);

  // The table below is memoised, because typing must not wait for it.
  const list = useRef<HTMLDivElement>(null);
  const { isReturn, rowKey: returnKey } = useListPlace(list, rows.length);
  useRowKeys({ list, keys: keysOfRows, onSelect: selection?.toggle });
  const goToRows = useWayToRows(list, searched === query);
  const bar = useRef<HTMLDivElement>(null);
  useStickyBar(bar, rows.length > 0);
  const isLong = rows.length > DRAW_ALL_UP_TO;
  const table = useMemo(
    () => (
      <DataTable
        {...{ label, rows: shown, rowKey, columns, sort, onSort: sortBy, isLong }}
        {...{ actions, actionCount, selection, isReturn, returnKey }}
      />
    ),
    [
      label,
      shown,
      rowKey,
      columns,
      actions,
      actionCount,
      selection,
      sort,
      sortBy,
      isLong,
      isReturn,
      returnKey,
    ],
  );

  function clear() {
    setQuery('');
    onClear?.();
    // The button disappears with the search that it clears.
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
