import type { Application } from '@comporta/contract/applications/application';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { fetchDocument } from '../../data/transfers.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { Button } from '../../ui/controls/button.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { saveFile } from '../../ui/saved-file.ts';
import styles from './transfer-section.module.css';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** Exports the application as one document, and imports one. */
export function TransferSection({ application }: { readonly application: Application }) {
  const t = useTranslations('transfer');
  const mayImport = useMayEdit()(undefined);
  const { isBusy, run } = useTask({ toasts: true });
  const [isImporting, setImporting] = useState(false);
  const { id, name } = application;

  const save = () =>
    run(async () => {
      const text = `${JSON.stringify(await fetchDocument(id), undefined, 2)}\n`;
      saveFile(`${name}.json`, [text], 'application/json');
    });

  return (
    <section>
      <h2>{t('title')}</h2>
      <p>{t('intro')}</p>
      <div className={styles.buttons}>
        <Button variant="default" loading={isBusy} onClick={() => void save()}>
          {t('export')}
        </Button>
        {mayImport && (
          <Button variant="default" onClick={() => setImporting(true)}>
            {t('import')}
          </Button>
        )}
      </div>
      {isImporting && (
        <Suspense>
          <ImportDialog appId={id} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </section>
  );
}
