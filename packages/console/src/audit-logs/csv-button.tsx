import { csvOf } from '@comporta/contract/csv';
import { withoutIsolates } from '@comporta/messages/isolated';
import { useTranslations } from 'use-intl/react';
import { type AuditLog, fetchAll } from '../data/audit-log-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { useTask } from '../ui/forms/use-task.ts';
import { saveCsv } from '../ui/saved-file.ts';

const COLUMNS = ['timestamp', 'action', 'person', 'headline', 'details', 'items'] as const;

/** Downloads a file of every entry that matches the filters. */
export function CsvButton({ log, isEmpty }: { readonly log: AuditLog; readonly isEmpty: boolean }) {
  const t = useTranslations('audit');
  const { isBusy, run } = useTask({ toasts: true });

  const download = () =>
    run(async () => {
      const entries = await fetchAll(log);
      const rows = entries.map(({ timestamp, action, actor, headline, details, items }) => [
        timestamp,
        t(`action.${action}`),
        actor.name,
        ...[headline, details, items.join('; ')].map(withoutIsolates),
      ]);
      saveCsv('audit-log.csv', csvOf([COLUMNS.map((column) => t(`csvColumn.${column}`)), ...rows]));
    });

  return (
    <Button variant="default" loading={isBusy} disabled={isEmpty} onClick={() => void download()}>
      {t('csv')}
    </Button>
  );
}
