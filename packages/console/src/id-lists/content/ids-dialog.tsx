import type { IdList } from '@comporta/contract/id-lists/id-list';
import { changeIds } from '@comporta/contract/id-lists/id-list-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { addAndRemoveIds } from '../../data/id-list-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';
import { useContentRefusal } from './use-content-refusal.ts';

interface IdsDialogProps {
  readonly list: IdList;
  readonly onClose: () => void;
}

/** Adds and removes a few ids, an id a line. */
export function IdsDialog({ list, onClose }: IdsDialogProps) {
  const t = useTranslations('idList');
  const common = useTranslations('common');
  const client = useQueryClient();
  const { isBusy, problem, run } = useTask({
    textOf: useContentRefusal(changeIds),
    onFiled: onClose,
  });
  const [add, setAdd] = useState('');
  const [remove, setRemove] = useState('');

  const submit = () =>
    run(async () => {
      const body = { add: linesOf(add), remove: linesOf(remove) };
      const { added, removed } = await addAndRemoveIds(client, list, body);
      toast({ text: t('changed', { added, removed }) });
      onClose();
    });

  return (
    <Dialog
      title={t('idsTitle')}
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
            disabled={linesOf(add).length + linesOf(remove).length === 0}
          >
            {common('save')}
          </Button>
        </>
      }
    >
      <Textarea
        label={t('toAdd')}
        description={t('oneALine')}
        value={add}
        rows={4}
        data-autofocus
        spellCheck={false}
        disabled={isBusy}
        onChange={({ currentTarget }) => setAdd(currentTarget.value)}
      />
      <Textarea
        label={t('toRemove')}
        value={remove}
        rows={4}
        spellCheck={false}
        disabled={isBusy}
        onChange={({ currentTarget }) => setRemove(currentTarget.value)}
      />
      {problem !== undefined && <Alert>{problem}</Alert>}
    </Dialog>
  );
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
