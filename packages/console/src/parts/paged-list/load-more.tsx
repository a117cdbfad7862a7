import { useState } from 'react';
import { Button } from '../../ui/controls/button.ts';
import styles from './load-more.module.css';

interface LoadMoreProps {
  /** The number of rows on the screen. */
  readonly count: number;
  readonly label: string;
  /** Says how many rows came with the last press. */
  readonly announce: (count: number) => string;
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page of a list that the server has in pages. */
export function LoadMore({ count, label, announce, query }: LoadMoreProps) {
  const [former, setFormer] = useState<number>();

  async function load() {
    setFormer(count);
    await query.fetchNextPage();
  }

  return (
    <>
      <p role="status" className="visually-hidden">
        {former !== undefined && count > former && announce(count - former)}
      </p>
      {query.hasNextPage && (
        <Button
          className={styles.more}
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void load()}
        >
          {label}
        </Button>
      )}
    </>
  );
}
