import { ID_LIST_MAX_BYTES, type IdList } from '@comporta/contract/id-lists/id-list';
import {
  CONTENT_MODES,
  type ContentMode,
  changeContent,
} from '@comporta/contract/id-lists/id-list-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { isCsv, tryUpload, uploadIds } from '../../data/id-list-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Input } from '../../ui/controls/input.ts';
import { Radio } from '../../ui/controls/radio.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './list-content.module.css';
import { useContentRefusal } from './use-content-refusal.ts';

interface UploadDialogProps {
  readonly list: IdList;
  readonly onClose: () => void;
}

const FILE_ID = 'ids-file';

/** Uploads a file of ids: first it says what that would change. */
export function UploadDialog({ list, onClose }: UploadDialogProps) {
  const t = useTranslations('idList');
  const common = useTranslations('common');
  const client = useQueryClient();
  const refusalText = useContentRefusal(changeContent);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly at: number }>();
  const [mode, setMode] = useState<ContentMode>('replace');
  const [hasHeader, setHasHeader] = useState(false);
  const { isBusy, problem, setProblem, run } = useTask({ textOf: refusalText, onFiled: onClose });
  // The dialog is for the ids that were there when it was opened: others meanwhile are not replaced unseen.
  const [seen] = useState(list.contentVersion);
  const preview = useQuery({
    // Not below 'idLists': what was stored would be read again before the dialog closes.
    queryKey: ['idListUpload', list.appId, list.id, seen, chosen?.at, mode, hasHeader],
    queryFn: ({ signal }) =>
      chosen === undefined ? null : tryUpload(list, { file: chosen.file, mode, hasHeader, signal }),
    enabled: chosen !== undefined,
    // The service may still be ending what was asked before.
    retry: (failures, error) => failures < 3 && error instanceof ApiError && error.status === 429,
    gcTime: 0,
  });
  const refusal = preview.isError ? refusalText(preview.error) : undefined;
  const { data: changes } = preview;
  const isReady = changes != null && changes.added + changes.removed > 0;

  async function submit() {
    if (chosen === undefined || !isReady) return;
    await run(async () => {
      const upload = { file: chosen.file, mode, hasHeader, ifMatch: seen };
      const { added, removed } = await uploadIds(client, list, upload);
      toast({ text: t('changed', { added, removed }) });
      onClose();
    });
  }

  return (
    <Dialog
      title={t('uploadTitle')}
      onClose={() => isBusy || onClose()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {t(`verb.${mode}`)}
          </Button>
        </>
      }
    >
      <Input.Wrapper
        id={FILE_ID}
        label={t('file')}
        description={t('fileHint', { limit: ID_LIST_MAX_BYTES / 1024 / 1024 })}
      >
        <input
          id={FILE_ID}
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          className={styles.file}
          data-autofocus
          disabled={isBusy}
          onChange={({ currentTarget, timeStamp }) => {
            const [file] = currentTarget.files ?? [];
            setProblem(undefined);
            setChosen(file && { file, at: timeStamp });
          }}
        />
      </Input.Wrapper>
      <Radio.Group
        label={t('mode.label')}
        value={mode}
        onChange={(value) => setMode(value as ContentMode)} // The radios have these values.
      >
        <div className={styles.modes}>
          {CONTENT_MODES.map((one) => (
            <Radio key={one} value={one} label={t(`mode.${one}`)} disabled={isBusy} />
          ))}
        </div>
      </Radio.Group>
      {chosen !== undefined && isCsv(chosen.file) && (
        <Checkbox
          label={t('header')}
          checked={hasHeader}
          disabled={isBusy}
          onChange={({ currentTarget }) => setHasHeader(currentTarget.checked)}
        />
      )}
      <p role="status" className={styles.note}>
        {preview.isFetching && t('reading')}
        {!preview.isFetching && changes != null && t('preview', { ...changes, bad: 0 })}
      </p>
      {(problem ?? refusal) !== undefined && <Alert>{problem ?? refusal}</Alert>}
    </Dialog>
  );
}
