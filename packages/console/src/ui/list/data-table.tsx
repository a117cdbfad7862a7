// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is displayed as cards.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { DataRow } from './data-row.tsx';
import styles from './data-table.module.css';
import { useListLinks } from './list-link.tsx';
import type { Column, Sort } from './list-order.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { MAX_SELECTED, type RowSelection } from './row-selection.ts';
import { DRAW_ALL_UP_TO, useVisibleRows } from './use-visible-rows.ts';

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** The largest number of buttons in a row; 1 by default. */
  readonly actionCount?: number | undefined;
  readonly selection?: RowSelection<Row> | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: (columnId: string) => void;
  /**
   * Whether the unfiltered list is long. Then a short filtered list is virtualised, too, which makes both
   * equally quick.
   */
  readonly isLong?: boolean;
  /** Whether the user returns to a row: then all rows must be rendered, or in a long list, that row. */
  readonly isReturn?: boolean;
  readonly returnKey?: string | undefined;
}

/** A table; on narrow screens each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, columns, actions, actionCount = 1, selection, sort, onSort } = props;
  const { isLong = rows.length > DRAW_ALL_UP_TO, isReturn = false, returnKey } = props;
  const t = useTranslations('common');
  const table = useRef<HTMLTableElement>(null);
  const followLink = useListLinks();
  const returnIndex = useMemo(
    () => (returnKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === returnKey)),
    [rows, rowKey, returnKey],
  );
  const visible = useVisibleRows(rows.length, { isLong, isReturn, returnIndex }, table);
  const widths = columns.map(({ width = 'minmax(0, 1fr)' }) => width);
  if (selection !== undefined) widths.unshift('44px');
  if (actions !== undefined) widths.push(`calc(${actionCount} * var(--target) + 16px)`);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the browser, Enter on a link is a click.
    <table
      ref={table}
      onClick={followLink}
      onPointerOver={titleWhatIsCut}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={styles.table}
      // Rows need their real height in a long list, which measures them, and above a row that the user returns
      // to.
      data-skips={(!isLong && !isReturn) || undefined}
      style={{ gridTemplateColumns: widths.join(' ') }}
    >
      <thead role="rowgroup" data-stays>
        <tr role="row" aria-rowindex={1}>
          {selection !== undefined && (
            <th role="columnheader" scope="col" className={styles.select}>
              <SelectAll keys={rows.map(rowKey)} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions !== undefined && (
            <th role="columnheader" scope="col">
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" onFocus={visible.keepFocused}>
        {visible.rows.map(({ index, gapPx }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <Fragment key={rowKey(row)}>
              {gapPx > 0 && <Gap px={gapPx} />}
              <DataRow
                row={row}
                rowKey={rowKey(row)}
                index={index}
                columns={columns}
                actions={actions}
                selection={selection}
                measure={visible.measure}
              />
            </Fragment>
          );
        })}
        {visible.gapAfterPx > 0 && <Gap px={visible.gapAfterPx} />}
      </tbody>
    </table>
  );
}

/** Gives a cell whose text is cut the whole text as its title. */
function titleWhatIsCut({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell === null || cell.scrollWidth <= cell.clientWidth) return;
  cell.title = cell.innerText;
}

interface SelectAllProps {
  readonly keys: readonly string[];
  readonly selection: Pick<RowSelection<never>, 'keys' | 'set'>;
}

/** Selects all rows that pass the filters, up to the limit. */
function SelectAll({ keys, selection }: SelectAllProps) {
  const t = useTranslations('common');
  const shown = keys.slice(0, MAX_SELECTED);
  const isChecked = shown.length > 0 && shown.every((key) => selection.keys.has(key));
  return (
    <RowCheckbox
      label={t('selectAll')}
      isChecked={isChecked}
      isPartial={!isChecked && selection.keys.size > 0}
      onChange={() => selection.set(isChecked ? [] : shown)}
    />
  );
}

/** A placeholder for rows that are not rendered. */
function Gap({ px }: { readonly px: number }) {
  return <tr aria-hidden style={{ height: px }} />;
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: (columnId: string) => void;
}

function Heading<Row>({ column: { id, title, sortBy }, sort, onSort }: HeadingProps<Row>) {
  if (sortBy === undefined) {
    return (
      <th role="columnheader" scope="col">
        <span className={styles.title} title={title}>
          {title}
        </span>
      </th>
    );
  }
  const isSorted = sort?.columnId === id;
  const direction = sort?.isDescending ? 'descending' : 'ascending';
  const Arrow = sort?.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th role="columnheader" scope="col" aria-sort={isSorted ? direction : 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(id)}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}
