import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import styles from './loaded.module.css';
import { useIsLate } from './use-is-late.ts';

/** A query, or several queries that are loaded together. */
export type Pending<Data> = Pick<UseQueryResult<Data>, 'data' | 'isError'> & {
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
};

interface LoadedProps<Data> {
  readonly query: Pending<Data>;
  /** The expected number of rows, so that nothing moves when the data is loaded. */
  readonly rows?: number;
  /** Whether the placeholder has a search and a table head above its rows. */
  readonly isList?: boolean;
  /** `reload` fetches the data again and mounts the children anew, which drops their edits. */
  readonly children: (data: Data, reload: () => void) => ReactNode;
}

/** Renders loaded data; until then a placeholder, and after a failure a message. */
export function Loaded<Data>({ query, rows = 4, isList = false, children }: LoadedProps<Data>) {
  const [reloads, setReloads] = useState(0);

  async function reload() {
    await query.refetch();
    setReloads((count) => count + 1);
  }

  if (query.data !== undefined) {
    return <Fragment key={reloads}>{children(query.data, () => void reload())}</Fragment>;
  }
  if (query.isError) {
    return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Skeleton rows={rows} isList={isList} />;
}

interface LoadFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const t = useTranslations();
  const failureText = useFailureText();
  // For a rate limit, the text tells how long to wait.
  const isLimited = error instanceof ApiError && error.code === 'RATE_LIMITED';
  return (
    <div role="alert" className={styles.failure}>
      <p>{isLimited ? failureText(error) : t('error.loadFailed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

function Skeleton({ rows, isList }: { readonly rows: number; readonly isList: boolean }) {
  const t = useTranslations('common');
  const isLate = useIsLate();
  return (
    <div aria-busy="true" className={styles.skeleton} data-late={isLate || undefined}>
      <span className="visually-hidden">{isLate && t('loading')}</span>
      {isList && <div className={styles.head} />}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <div key={row} className={styles.row}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
