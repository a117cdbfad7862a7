import type { SignIn } from '@comporta/contract/sessions/sign-in-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { signInLogQuery } from '../../data/sign-in-log-queries.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { LoadMore } from '../paged-list/load-more.tsx';
import styles from './sign-in-list.module.css';
import { SignInRow } from './sign-in-row.tsx';

/** The log of sign-ins, newest first; with the names of the users where there are several. */
export function SignInList({
  label,
  hasNames,
  user,
}: {
  readonly label: string;
  readonly hasNames: boolean;
  /** The id of a user: only theirs. */
  readonly user?: string | undefined;
}) {
  const t = useTranslations('signIns');
  const log = useInfiniteQuery(signInLogQuery(user));
  return (
    <Loaded query={log} rows={8}>
      {({ pages }) => {
        const rows: readonly SignIn[] = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return <p>{t('empty')}</p>;
        return (
          <div>
            <ul className={styles.list} aria-label={label}>
              {rows.map((row) => (
                <SignInRow key={row.id} row={row} hasName={hasNames} />
              ))}
            </ul>
            <LoadMore
              count={rows.length}
              label={t('more')}
              announce={(count) => t('loadedMore', { count })}
              query={log}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
