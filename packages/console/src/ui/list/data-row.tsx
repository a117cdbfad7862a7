// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is displayed as cards.
import { type ReactNode, type Ref, useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './data-table.module.css';
import type { Column } from './list-order.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { RowSelection } from './row-selection.ts';

interface DataRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly actions: ((row: Row) => ReactNode) | undefined;
  readonly selection: RowSelection<Row> | undefined;
  readonly measure: Ref<HTMLTableRowElement> | undefined;
}

/** One row of a table. Its cells render again only when their content changes. */
export function DataRow<Row>(props: DataRowProps<Row>) {
  const { row, rowKey, index, columns, actions, selection, measure } = props;
  const t = useTranslations('common');
  const cells = useMemo(
    () => (
      <>
        {columns.map(({ id, title, isPlain, isDetail, className, cell }) => (
          <td
            key={id}
            role="cell"
            className={className}
            data-title={isPlain ? undefined : title}
            data-detail={isDetail}
          >
            {cell(row)}
          </td>
        ))}
        {actions !== undefined && (
          <td role="cell" className={styles.actions}>
            {actions(row)}
          </td>
        )}
      </>
    ),
    [row, columns, actions],
  );
  return (
    <tr
      ref={measure}
      data-index={index}
      data-key={rowKey}
      data-selected={selection?.keys.has(rowKey) || undefined}
      role="row"
      aria-rowindex={index + 2}
    >
      {selection !== undefined && (
        <td role="cell" className={styles.select}>
          <RowCheckbox
            label={t('selectRow', { name: selection.nameOf(row) })}
            isChecked={selection.keys.has(rowKey)}
            onChange={() => selection.toggle(rowKey)}
          />
        </td>
      )}
      {cells}
    </tr>
  );
}
