import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { useTranslations } from 'use-intl/react';
import { MarkedList } from '../../ui/list/marked-list.tsx';
import styles from './import-plan.module.css';
import { useThingText } from './use-thing-text.ts';

/** More lines nobody reads, and a page of all of them would take long. */
const LINES_MOST = 200;

const KINDS = { CREATE: 'added', UPDATE: 'changed', DELETE: 'removed' } as const;

interface ImportPlanProps {
  /** The one that the document is of. */
  readonly application: string;
  readonly changes: readonly ImportChange[];
}

/** What an import would change: what is deleted stands first. */
export function ImportPlan({ application, changes }: ImportPlanProps) {
  const t = useTranslations('transfer');
  const thingText = useThingText();
  if (changes.length === 0) return <p role="status">{t('nothing', { application })}</p>;
  const of = (action: ImportChange['action']) => changes.filter((one) => one.action === action);
  const [deleted, updated, created] = [of('DELETE'), of('UPDATE'), of('CREATE')];
  const lines = [...deleted, ...updated, ...created].slice(0, LINES_MOST).map((change) => ({
    key: `${change.action} ${change.type} ${change.name} ${change.environment}`,
    kind: KINDS[change.action],
    text: thingText(change, change.action),
  }));
  const rest = changes.length - lines.length;
  return (
    <>
      <p role="status">
        {t('plan', {
          application,
          created: created.length,
          updated: updated.length,
          deleted: deleted.length,
        })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section className={styles.lines} tabIndex={0} aria-label={t('changes')}>
        <MarkedList lines={lines} empty="" />
        {rest > 0 && <p>{t('more', { count: rest })}</p>}
      </section>
    </>
  );
}
