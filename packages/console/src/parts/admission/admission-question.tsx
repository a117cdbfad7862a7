import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import { createChangeRequest } from '@comporta/contract/change-requests/change-request-api';
import type { EditDraft } from '@comporta/contract/change-requests/edit';
import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl/react';
import type { RefusedWrite } from '../../api/admission.ts';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { applicationsQuery } from '../../data/application-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { Alert, Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { type AdmissionWay, checkAdmission, requestOf } from './admission-form.ts';
import { AdmissionNeeds } from './admission-needs.tsx';
import type { AdmissionDialogProps } from './admission-props.ts';
import { useFiling } from './use-filing.ts';
import { useRequestTitle } from './use-request-title.ts';
import { type WhatIsAsked, whatIsAsked } from './what-is-asked.ts';

interface AdmissionQuestionProps extends AdmissionDialogProps {
  /** None for a change that cannot wait as a request. */
  readonly edits: readonly EditDraft[];
}

/** Asks which way a refused change goes; where there is none, it only says what would be needed. */
export function AdmissionQuestion(props: AdmissionQuestionProps) {
  const { refused, edits, onGiveUp } = props;
  const t = useTranslations();
  const isAdmin = useSession()?.is_admin === true;
  const asked = whatIsAsked(refused.error);
  const way = firstWay(asked, {
    canFile: edits.length > 0 || isFiledWhole(refused, asked),
    isAdmin,
  });
  if (way !== undefined) return <Ways asked={asked} first={way} {...props} />;
  const cancel = () => onGiveUp('CANCELLED');
  return (
    <Dialog
      title={t('admission.title')}
      role="alertdialog"
      onClose={cancel}
      footer={
        <Button variant="default" onClick={cancel} data-autofocus>
          {t('common.cancel')}
        </Button>
      }
    >
      <AdmissionNeeds appId={refused.params.appId ?? ''} asked={asked} />
      {asked.code !== 'ENVIRONMENT_READ_ONLY' && <p>{t('admission.noRequest')}</p>}
    </Dialog>
  );
}

/** What may be done; undefined when this person can only leave it. */
function firstWay(
  { code }: WhatIsAsked,
  { canFile, isAdmin }: { readonly canFile: boolean; readonly isAdmin: boolean },
): AdmissionWay | undefined {
  if (code === 'EMPTY_REASON') return 'REASON';
  if (code === 'ENVIRONMENT_READ_ONLY') return undefined;
  if (canFile) return 'REQUEST';
  return isAdmin ? 'BYPASS' : undefined;
}

/** Whether the service makes one request of the call itself. It begins with the last approval, and not after a freeze. */
function isFiledWhole({ endpoint }: RefusedWrite, { code }: WhatIsAsked): boolean {
  return endpoint === importApplication && code === 'APPROVAL_REQUIRED';
}

/** A reason that is missing may be known to the service alone. */
const FILING = { errors: [...createChangeRequest.errors, 'EMPTY_REASON'] } as const;

interface WaysProps extends AdmissionQuestionProps {
  readonly asked: WhatIsAsked;
  readonly first: AdmissionWay;
}

function Ways({ refused, edits, asked, first, onSay, onGiveUp }: WaysProps) {
  const t = useTranslations();
  const appId = refused.params.appId ?? '';
  const isAdmin = useSession()?.is_admin === true;
  const isReasonRequired = useIsReasonRequired(appId, asked);
  const title = useRequestTitle(refused, edits);
  const { file, fileImport } = useFiling(appId);
  const isWhole = isFiledWhole(refused, asked);
  const [way, setWay] = useState(first);
  const form = useForm({
    start: { title, reason: '', isAtOnce: true },
    check: (draft) => checkAdmission(draft, way, isReasonRequired),
    save: async (value) => ({
      reason: value.reason,
      filed:
        way !== 'REQUEST'
          ? undefined
          : await (isWhole ? fileImport(refused, value) : file(requestOf(value, edits, asked))),
    }),
    refusal: (error) => problemsOfRefusal(error, [FILING]),
    speak: ({ code, meta }) =>
      code === 'EMPTY_REASON'
        ? t('admission.error.EMPTY_REASON')
        : t(`changeRequest.error.${code}`, {
            limit: Number(meta?.limit),
            days: Number(meta?.days),
          }),
    onSaved: ({ reason, filed }) => {
      if (filed !== undefined) onGiveUp({ number: filed.number });
      else onSay({ reason, isBypass: way === 'BYPASS' });
    },
  });

  function bypass() {
    flushSync(() => setWay('BYPASS'));
    form.focus('reason');
  }

  return (
    <FormDialog
      title={t('admission.title')}
      form={form}
      verb={t(verbOf(way, asked))}
      onClose={() => onGiveUp('CANCELLED')}
      otherWay={
        way === 'REQUEST' &&
        isAdmin && (
          <Button variant="default" onClick={bypass}>
            {t('admission.bypass')}
          </Button>
        )
      }
    >
      {form.conflict !== undefined && <Alert>{t('admission.error.VERSION_CONFLICT')}</Alert>}
      <AdmissionNeeds {...{ appId, asked }} />
      {way === 'BYPASS' && <Notice tone="warning">{t('admission.bypassHint')}</Notice>}
      {way === 'REQUEST' && (
        <TextField
          label={t('admission.subject')}
          limit={REQUEST_TEXTS.bounds.title.maxChars}
          {...form.field('title')}
        />
      )}
      <TextAreaField
        label={
          way !== 'REQUEST' || isReasonRequired
            ? t('admission.reason')
            : t('common.optionalLabel', { label: t('admission.reason') })
        }
        limit={REQUEST_TEXTS.bounds.reason.maxChars}
        {...form.field('reason')}
      />
      {way === 'REQUEST' && asked.code === 'APPROVAL_REQUIRED' && !isWhole && (
        <SwitchField label={t('admission.atOnce')} {...form.field('isAtOnce')} />
      )}
    </FormDialog>
  );
}

function verbOf(way: AdmissionWay, { code }: WhatIsAsked) {
  if (way === 'BYPASS') return 'admission.bypassNow';
  if (way === 'REASON') return 'admission.goOn';
  return code === 'FROZEN' ? 'admission.afterFreeze' : 'admission.request';
}

/** Whether one of the environments wants to know why. */
function useIsReasonRequired(appId: string, { environments }: WhatIsAsked): boolean {
  // The stored list may be of some minutes ago.
  const { data: applications } = useQuery({ ...applicationsQuery, refetchOnMount: 'always' });
  const application = applications?.find(({ id }) => id === appId);
  return environments.some(
    (asking) =>
      application?.environments.find(({ id }) => id === asking.id)?.changePolicy?.reasonRequired,
  );
}
