import type { Environment } from '@comporta/contract/applications/application';
import { APPROVALS_MAX, type ChangePolicy } from '@comporta/contract/change-policies/change-policy';
import { updateChangePolicy } from '@comporta/contract/change-policies/change-policy-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import {
  approversQuery,
  changePolicyQuery,
  saveChangePolicy,
} from '../../data/change-policy-queries.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { toast } from '../../ui/toast-store.ts';
import { ApproversNote } from './approvers-note.tsx';
import { checkPolicyForm, policyForm } from './policy-form.ts';

interface PolicyDialogProps {
  readonly appId: string;
  readonly environment: Pick<Environment, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Edits what changes of an environment need, and names who can approve them. Source: SAF-20, SAF-26. */
export function PolicyDialog(props: PolicyDialogProps) {
  const at = { appId: props.appId, envId: props.environment.id };
  const { data: policy } = useQuery(changePolicyQuery(at));
  return policy === undefined ? null : <LoadedDialog policy={policy} {...props} />;
}

const APPROVALS = Array.from({ length: APPROVALS_MAX + 1 }, (_, count) => String(count));

interface LoadedDialogProps extends PolicyDialogProps {
  readonly policy: ChangePolicy;
}

function LoadedDialog({ appId, environment, policy, onClose }: LoadedDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const at = { appId, envId: environment.id };
  const { data: approvers } = useQuery(approversQuery(at));
  const form = useForm({
    start: policyForm(policy),
    check: checkPolicyForm,
    save: (value) => saveChangePolicy(client, at, value),
    refusal: (error) => problemsOfRefusal(error, [updateChangePolicy]),
    speak: ({ code }) => t(`policy.error.${code}`),
    onSaved: () => {
      toast({ text: t('policy.saved', { environment: environment.name }) });
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('policy.title', { environment: environment.name })}
      form={form}
      verb={t('common.save')}
      onClose={onClose}
    >
      <SelectField
        label={t('policy.approvals')}
        hint={t('policy.approvalsHint')}
        options={APPROVALS.map((value) => ({ value, label: value }))}
        {...form.field('approvals')}
      />
      {approvers && (
        <ApproversNote approvals={Number(form.draft.approvals)} approvers={approvers} />
      )}
      <SwitchField label={t('policy.pauseDirectly')} {...form.field('pauseDirectly')} />
      <SwitchField label={t('policy.reasonRequired')} {...form.field('reasonRequired')} />
    </FormDialog>
  );
}
