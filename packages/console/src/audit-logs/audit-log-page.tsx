import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { useLanguage } from '../base/language.tsx';
import { Page } from '../base/page.tsx';
import { filterIn, withFilter } from '../data/audit-filter.ts';
import { type AuditLog, auditLogQuery } from '../data/audit-log-queries.ts';
import { MonthList } from '../parts/history/month-list.tsx';
import { Button } from '../ui/controls/button.ts';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-log-page.module.css';
import { CsvButton } from './csv-button.tsx';

/** The changes in the whole account. */
export function GeneralAuditLogPage() {
  const title = useTranslations('audit')('titleGeneral');
  return <AuditLogPage title={title} appId={undefined} />;
}

/** The changes in one application. */
export function ApplicationAuditLogPage() {
  const title = useTranslations('audit')('title');
  const { appId } = useParams();
  return <AuditLogPage key={appId} title={title} appId={appId} />;
}

interface AuditLogPageProps {
  readonly title: string;
  readonly appId: string | undefined;
}

function AuditLogPage({ title, appId }: AuditLogPageProps) {
  const [params] = useSearchParams();
  const log: AuditLog = { appId, filter: filterIn(params) };
  const audit = useInfiniteQuery(auditLogQuery(log, useLanguage()));
  const loaded = audit.data?.pages.flatMap(({ items }) => items) ?? [];

  return (
    <Page
      title={title}
      help="people"
      actions={<CsvButton log={log} isEmpty={loaded.length === 0} />}
    >
      <AuditFilters appId={appId} entries={loaded} />
      <Loaded query={audit} rows={8}>
        {({ pages }) => (
          <>
            <SearchedSince moment={pages[0]?.searchedSince} />
            <Entries
              pages={pages.map(({ items }) => items)}
              isFiltered={Object.keys(log.filter).length > 0}
              more={
                audit.hasNextPage
                  ? { isBusy: audit.isFetchingNextPage, load: () => audit.fetchNextPage() }
                  : undefined
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Says that a search for words stopped in a long log, and leads on. */
function SearchedSince({ moment }: { readonly moment: string | undefined }) {
  const t = useTranslations('audit.filter');
  const format = useFormatter();
  const [params] = useSearchParams();
  if (moment === undefined) return null;
  const date = format.dateTime(new Date(moment), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p role="status">
      {t('searchedSince', { date })}{' '}
      <Link to={`?${withFilter(params, 'to', moment)}`}>{t('searchOlder')}</Link>
    </p>
  );
}

interface EntriesProps {
  readonly pages: readonly (readonly AuditEntry[])[];
  readonly isFiltered: boolean;
  readonly more: { readonly isBusy: boolean; readonly load: () => Promise<unknown> } | undefined;
}

function Entries({ pages, isFiltered, more }: EntriesProps) {
  const t = useTranslations('audit');
  const entries = pages.flat();
  const [count, setCount] = useState(entries.length);

  async function loadMore() {
    setCount(entries.length);
    await more?.load();
  }

  if (entries.length === 0) {
    return (
      <EmptyState
        text={isFiltered ? t('filter.nothing') : t('empty')}
        help={<HelpLink page="people" />}
      />
    );
  }
  return (
    <>
      <MonthList entries={entries} />
      <p role="status" className="visually-hidden">
        {pages.length > 1 &&
          entries.length > count &&
          t('loadedMore', { count: entries.length - count })}
      </p>
      {more !== undefined && (
        <Button
          className={styles.more}
          variant="default"
          loading={more.isBusy}
          onClick={() => void loadMore()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}
