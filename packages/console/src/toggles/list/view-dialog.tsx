import type { View } from '@comporta/contract/views/view';
import { createView } from '@comporta/contract/views/view-api';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { saveView } from '../../data/view-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { Switch } from '../../ui/controls/switch.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';

interface ViewDialogProps {
  readonly appId: string;
  /** The view to change; undefined to create one. */
  readonly view: View | undefined;
  readonly query: string;
  readonly onClose: () => void;
}

/** Asks for the name of a view, and whether others see it. */
export function ViewDialog({ appId, view, query, onClose }: ViewDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const { isBusy, problem, setProblem, run } = useTask({ textOf });

  function textOf(error: unknown): string | undefined {
    const [refused] = problemsOfRefusal(error, [createView]) ?? [];
    return refused && t(`view.error.${refused.code}`, { limit: Number(refused.meta?.limit) });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      const saved = await saveView(client, { appId, id: view?.id }, { name, query, shared });
      toast({ text: t('view.saved', { name: saved.name }) });
      onClose();
    });
  }

  return (
    <Dialog
      title={t(view === undefined ? 'view.title' : 'view.titleChange')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void save(event)}>
        <p>{t('view.hint')}</p>
        <TextInput
          data-autofocus
          label={t('view.name')}
          value={name}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Switch
          mt={12}
          label={t('view.shared')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      </form>
    </Dialog>
  );
}
