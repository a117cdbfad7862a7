import type { Environment } from '@comporta/contract/applications/application';
import type { Freeze } from '@comporta/contract/freezes/freeze';
import { createFreeze, updateFreeze } from '@comporta/contract/freezes/freeze-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { pathTo } from '../../base/paths.ts';
import { forgetFreezes, saveFreeze } from '../../data/freeze-queries.ts';
import { MomentField } from '../../ui/dates/moment-field.tsx';
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx';
import { InfoDialog, type Outcome } from '../../ui/dialogs/info-dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { toast } from '../../ui/toast-store.ts';
import {
  checkFreezeForm,
  freezeBody,
  freezeForm,
  freezeProblemText,
  newFreeze,
} from './freeze-form.ts';
import { FrozenEnvironments } from './frozen-environments.tsx';

const NAME_MAX_CHARS = 100;

interface FreezeDialogProps {
  readonly appId: string;
  readonly environments: readonly Pick<Environment, 'id' | 'name'>[];
  /** The freeze to change; undefined to create one. */
  readonly freeze: Freeze | undefined;
  readonly onClose: () => void;
}

/** Makes or changes a freeze, and then names the change requests that wait for its end. Source: SAF-29. */
export function FreezeDialog({ appId, environments, freeze, onClose }: FreezeDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [known] = useState(() => environments.map(({ id }) => id));
  const [start] = useState(() =>
    freeze === undefined ? newFreeze(new Date()) : freezeForm(freeze, known),
  );
  const form = useForm({
    start,
    version: freeze?.version,
    check: (draft) => checkFreezeForm(draft, freeze, known),
    save: (value, ifMatch) =>
      saveFreeze(client, { appId, id: freeze?.id }, { body: freezeBody(value), ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createFreeze, updateFreeze]),
    speak: (problem) => freezeProblemText(t, problem),
    onSaved: ({ name, stops }) => {
      if (stops.length === 0) {
        toast({ text: t('freeze.saved', { name }) });
        onClose();
        return;
      }
      const items = stops.map(({ id, number, title }) => ({
        label: t('freeze.request', { number: String(number), title }),
        to: pathTo('changeRequest', { appId, id }),
      }));
      setOutcome({ kind: 'success', text: t('freeze.stops', { name }), items });
    },
  });

  if (outcome !== undefined) return <InfoDialog {...outcome} onClose={onClose} />;
  return (
    <FormDialog
      title={t(freeze === undefined ? 'freeze.new' : 'freeze.edit')}
      form={form}
      verb={t('common.save')}
      onClose={onClose}
    >
      <TextField label={t('common.name')} limit={NAME_MAX_CHARS} {...form.field('name')} />
      <MomentField label={t('freeze.from')} {...form.field('from')} />
      <MomentField label={t('freeze.to')} {...form.field('to')} />
      <FrozenEnvironments
        environments={environments}
        everywhere={form.field('isEverywhere')}
        chosen={form.field('environmentIds')}
      />
      {form.conflict !== undefined && (
        <ConflictDialog
          conflict={form.conflict}
          onOverwrite={() => void form.overwrite(undefined)}
          onReload={() => {
            void forgetFreezes(client, appId);
            onClose();
          }}
          onClose={form.dismissConflict}
        />
      )}
    </FormDialog>
  );
}
