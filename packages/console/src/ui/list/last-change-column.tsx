import type { LastChanged } from '@comporta/contract/last-changed';
import { TimeAgo } from '../time-ago.tsx';
import styles from './last-change-column.module.css';
import type { Column } from './list-order.ts';

/** A name stays in one line. */
const NO_BREAK = '\u00a0';

interface LastChangeColumn<Row> extends Pick<Column<Row>, 'title' | 'isDetail'> {
  readonly changeOf: (row: Row) => LastChanged;
}

/** The time of the last save of a thing, and below it the user. */
export function lastChangeColumn<Row>({ changeOf, ...column }: LastChangeColumn<Row>): Column<Row> {
  return {
    ...column,
    id: 'changed',
    isPlain: true,
    width: 'var(--change)',
    className: styles.change,
    sortBy: (row) => changeOf(row).at,
    cell: (row) => {
      const { at, by } = changeOf(row);
      return (
        <>
          <TimeAgo at={at} />
          {`\n${by.name.replaceAll(' ', NO_BREAK)}`}
        </>
      );
    },
  };
}
