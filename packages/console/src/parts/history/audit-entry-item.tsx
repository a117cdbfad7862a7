import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Link, useHref, useLocation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './audit-entry-item.module.css';
import { filterFor } from './audit-filter.ts';
import { Difference } from './difference-view.tsx';
import { entityPath } from './entity-path.ts';
import { EntryTime } from './entry-time.tsx';

/** One change: when, who and what; its difference on demand. */
export function AuditEntryItem({ entry }: { readonly entry: AuditEntry }) {
  const t = useTranslations('audit');
  const [isOpen, setOpen] = useState(false);
  const differenceId = useId();
  const { pathname } = useLocation();
  const address = useHref(`${pathname}?${filterFor(entry)}`);
  const { timestamp, action, headline, details, items, changes, entity } = entry;
  const place = entityPath(entry);

  return (
    <li className={styles.entry}>
      <EntryTime timestamp={timestamp} />
      <div className={styles.text}>
        <p className={styles.headline}>{headline}</p>
        <p className={styles.details}>{details}</p>
        {items.length > 0 && (
          <ul className={styles.items}>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        {changes.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            className={styles.show}
            aria-expanded={isOpen}
            aria-controls={differenceId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('hideDiff') : t('showDiff')}
            <span className="visually-hidden">: {headline}</span>
          </Button>
        )}
        <div id={differenceId}>{isOpen && <Difference changes={changes} />}</div>
      </div>
      <span className={styles.action} data-action={action}>
        {t(`action.${action}`)}
      </span>
      <span className={styles.links}>
        {place !== undefined && (
          <Link to={place} aria-label={t('entry.open', { name: entity.name })}>
            {t('entry.openShort')}
          </Link>
        )}
        <CopyButton text={new URL(address, location.href).href} label={t('entry.copyLink')} />
      </span>
    </li>
  );
}
