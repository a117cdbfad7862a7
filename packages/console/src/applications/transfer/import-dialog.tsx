import { DOCUMENT_MAX_BYTES } from '@comporta/contract/transfer/application-document';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { type Import, importDocument, importPlanQuery } from '../../data/transfers.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Input } from '../../ui/controls/input.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './import-dialog.module.css';
import { ImportPlan } from './import-plan.tsx';
import { readDocument } from './read-document.ts';
import { useImportRefusal } from './use-import-refusal.ts';

interface ImportDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

/** Imports a document: first it says what that would change. What an environment asks of it is asked as of any save. */
export function ImportDialog(props: ImportDialogProps) {
  // A refusal is said in the words of change requests.
  return (
    <TextsOfRequests>
      <Importing {...props} />
    </TextsOfRequests>
  );
}

function Importing({ appId, onClose }: ImportDialogProps) {
  const t = useTranslations('transfer');
  const common = useTranslations('common');
  const client = useQueryClient();
  const refusalText = useImportRefusal();
  const chosen = useChosenDocument();
  const { read } = chosen;
  const { isBusy, problem, setProblem, run } = useTask({ textOf: refusalText, onFiled: onClose });
  const plan = useQuery({
    ...importPlanQuery(appId, read ?? NONE),
    enabled: read !== undefined,
  });
  const refusal = plan.isError ? refusalText(plan.error) : undefined;
  const hasChanges = read !== undefined && (plan.data?.changes.length ?? 0) > 0;

  async function submit() {
    if (read === undefined) return chosen.refuse(t('bad.NO_FILE'));
    if (!hasChanges) return;
    await run(async () => {
      const { changes } = await importDocument(client, appId, read);
      toast({ text: t('done', { count: changes.length }) });
      onClose();
    });
  }

  return (
    <Dialog
      title={t('importTitle')}
      onClose={() => isBusy || onClose()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={chosen.isReading || (read !== undefined && !hasChanges)}
          >
            {t('verb')}
          </Button>
        </>
      }
    >
      <Input.Wrapper
        id={FILE_ID}
        label={t('file')}
        description={t('fileHint')}
        error={chosen.error}
      >
        <input
          id={FILE_ID}
          type="file"
          accept=".json,application/json"
          className={styles.file}
          aria-invalid={chosen.error !== undefined}
          data-autofocus
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            setProblem(undefined);
            void chosen.choose(currentTarget.files?.[0]);
          }}
        />
      </Input.Wrapper>
      <Checkbox
        label={t('deleteOthers')}
        checked={chosen.deleteOthers}
        disabled={isBusy}
        onChange={({ currentTarget }) => chosen.setDeleteOthers(currentTarget.checked)}
      />
      {read !== undefined && refusal === undefined && (
        <Loaded query={plan} rows={3}>
          {({ changes }) => (
            <ImportPlan application={read.document.application} changes={changes} />
          )}
        </Loaded>
      )}
      {(problem ?? refusal) !== undefined && <Alert>{problem ?? refusal}</Alert>}
    </Dialog>
  );
}

const FILE_ID = 'import-file';

const NONE: Import = {
  key: '',
  document: {
    format: 'comporta-application-1',
    application: '',
    environments: [],
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
  },
  deleteOthers: false,
};

/** The document of the file that was chosen last. */
function useChosenDocument() {
  const t = useTranslations('transfer.bad');
  const [read, setRead] = useState<Omit<Import, 'deleteOthers'>>();
  const [deleteOthers, setDeleteOthers] = useState(false);
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  const count = useRef(0);

  function badText(bad: 'NOT_JSON' | 'NO_DOCUMENT' | 'TOO_LARGE'): string {
    switch (bad) {
      case 'NOT_JSON':
        return t('NOT_JSON');
      case 'NO_DOCUMENT':
        return t('NO_DOCUMENT');
      case 'TOO_LARGE':
        return t('TOO_LARGE', { limit: DOCUMENT_MAX_BYTES / 1024 / 1024 });
    }
  }

  async function choose(file: File | undefined) {
    count.current += 1;
    const own = count.current;
    setRead(undefined);
    setError(undefined);
    setReading(file !== undefined);
    if (file === undefined) return;
    const result = await readDocument(file);
    // Another file was chosen meanwhile.
    if (own !== count.current) return;
    setReading(false);
    if ('document' in result) setRead({ key: String(own), document: result.document });
    else setError(badText(result.bad));
  }

  return {
    read: read && { ...read, deleteOthers },
    isReading,
    error,
    refuse: setError,
    choose,
    deleteOthers,
    setDeleteOthers,
  };
}
