import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useHref, useLocation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { filterFor } from '../../data/audit-filter.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { WordsView } from '../outcome/words-view.tsx';
import { ActionBadge } from './action-badge.tsx';
import styles from './audit-entry-item.module.css';
import { Difference } from './difference-view.tsx';
import { EntryTime } from './entry-time.tsx';
import type { FoldedEntry } from './fold-entries.ts';
import { Headline } from './headline.tsx';

/** One change in two lines: time, user and action; then place and difference. The rest is shown on demand. */
export function AuditEntryItem({ entry, earlier }: FoldedEntry) {
  const t = useTranslations('audit');
  const [isOpen, setOpen] = useState(false);
  const moreId = useId();
  const { timestamp, action, headline, details, items, itemWords, changes } = entry;
  const hasMore = changes.length > 0 || earlier.length > 0;

  return (
    <li className={styles.entry} data-open={isOpen || undefined}>
      <EntryTime timestamp={timestamp} />
      <div className={styles.text}>
        <p className={styles.headline}>
          <Headline entry={entry} />
        </p>
        <div className={styles.line}>
          <ActionBadge action={action} /> <span className={styles.details}>{details}</span>
          {earlier.length > 0 && (
            <span className={styles.details}> {t('folded', { count: earlier.length })}</span>
          )}
          {items.length > 0 && (
            <ul className={styles.items}>
              {items.map((item, index) => (
                <li key={item}>
                  <WordsView words={itemWords?.[index] ?? [item]} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div id={moreId}>
          {isOpen && changes.length > 0 && <Difference changes={changes} />}
          {isOpen && earlier.length > 0 && (
            <ol className={styles.earlier}>
              {earlier.map((one) => (
                <AuditEntryItem key={one.id} entry={one} earlier={NONE} />
              ))}
            </ol>
          )}
        </div>
      </div>
      <span className={styles.tools}>
        <CopyLink entry={entry} />
        {hasMore && (
          <IconButton
            aria-label={`${isOpen ? t('hideDiff') : t('showDiff')}: ${headline}`}
            title={isOpen ? t('hideDiff') : t('showDiff')}
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} aria-hidden className={styles.chevron} />
          </IconButton>
        )}
      </span>
    </li>
  );
}

const NONE: readonly AuditEntry[] = [];

function CopyLink({ entry }: { readonly entry: AuditEntry }) {
  const t = useTranslations('audit.entry');
  const { pathname } = useLocation();
  const address = useHref(`${pathname}?${filterFor(entry)}`);
  return <CopyButton text={new URL(address, location.href).href} label={t('copyLink')} />;
}
