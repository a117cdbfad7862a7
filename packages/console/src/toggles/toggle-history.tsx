import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useLanguage } from '../base/language.tsx';
import { pathTo } from '../base/paths.ts';
import { auditLogQuery } from '../data/audit-log-queries.ts';
import { MonthList } from '../parts/history/month-list.tsx';
import { SavedVersions } from '../parts/history/saved-versions.tsx';
import { Button } from '../ui/controls/button.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { type RestoredToggle, ToggleVersions } from './page/toggle-versions.tsx';
import styles from './toggle-history.module.css';

interface ToggleHistoryProps {
  readonly toggle: Toggle;
  readonly onRestore: (restored: RestoredToggle) => void;
}

/** The changes of a toggle itself, newest first, from the application's audit log; and its versions to restore. */
export function ToggleHistory({ toggle, onRestore }: ToggleHistoryProps) {
  const t = useTranslations();
  const { appId, id } = toggle;
  const log = useInfiniteQuery(auditLogQuery({ appId, filter: { entity: id } }, useLanguage()));
  return (
    <>
      <SavedVersions lastChanged={toggle.lastChanged}>
        <ToggleVersions toggle={toggle} onRestore={onRestore} />
      </SavedVersions>
      <Loaded query={log} rows={3}>
        {({ pages }) => (
          <>
            <MonthList entries={pages.flatMap(({ items }) => items)} />
            <div className={styles.more}>
              {log.hasNextPage && (
                <Button
                  variant="default"
                  loading={log.isFetchingNextPage}
                  onClick={() => void log.fetchNextPage()}
                >
                  {t('audit.more')}
                </Button>
              )}
              <Link to={`${pathTo('applicationAuditLogs', { appId })}?entity=${id}`}>
                {t('toggle.history.all')}
              </Link>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}
