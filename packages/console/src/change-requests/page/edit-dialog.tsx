import {
  type ChangeRequest,
  REQUEST_TEXTS,
} from '@comporta/contract/change-requests/change-request';
import { STARTS } from '@comporta/contract/change-requests/request-state';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { saveRequest } from '../../data/change-request-queries.ts';
import { MomentChoiceField } from '../../parts/apply/moment-choice-field.tsx';
import { useWaitText } from '../../parts/apply/use-wait-text.ts';
import { Alert, Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { HINT_BELOW, TextInput } from '../../ui/controls/text-input.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { withCount } from '../../ui/list/with-count.tsx';
import styles from './edit-dialog.module.css';
import { bodyOfForm, type EditForm, formOf, isOtherContent, latenessChoices } from './edit-form.ts';
import { useSending } from './use-sending.ts';

interface EditDialogProps {
  readonly request: ChangeRequest;
  /** Called with the digest of what was saved. */
  readonly onSaved: (digest: string) => void;
  readonly onClose: () => void;
}

const { title: ofTitle, reason: ofReason } = REQUEST_TEXTS.bounds;

/** Changes a request beside its edits, until a step is applied. Source: SAF-15. */
export function EditDialog({ request: present, onSaved, onClose }: EditDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const waitText = useWaitText();
  // The page follows the request; what is saved is what was opened, or it is refused.
  const [request] = useState(present);
  const [form, setForm] = useState(() => formOf(request, new Date()));
  const [hasTried, setTried] = useState(false);
  const { isBusy, problem, send } = useSending(request);
  const body = bodyOfForm(request, form);
  const lacksTitle = form.title.trim() === '';
  const reason = useReasonField(request, form);
  const isTimed = form.start === 'AT' || request.stepCount > 1;

  async function save() {
    setTried(true);
    if (body === undefined || lacksTitle || reason.isLacking) return;
    const isSaved = await send(async () => {
      const { digest } = await reason.askedBy(saveRequest(client, request, body));
      onSaved(digest);
    });
    if (isSaved) onClose();
  }

  return (
    <Dialog
      title={t('changeRequest.change.title', { number: String(request.number) })}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Effects request={request} form={form} />
        <TextInput
          {...withCount(form.title, ofTitle.maxChars)}
          data-autofocus
          label={t('changeRequest.change.name')}
          value={form.title}
          error={hasTried && lacksTitle && t('changeRequest.error.EMPTY_TITLE')}
          onChange={({ currentTarget }) => setForm({ ...form, title: currentTarget.value })}
        />
        <Textarea
          {...withCount(form.reason, ofReason.maxChars)}
          label={
            reason.isRequired
              ? t('changeRequest.about.reason')
              : t('common.optionalLabel', { label: t('changeRequest.about.reason') })
          }
          value={form.reason}
          error={hasTried && reason.isLacking && t('changeRequest.error.EMPTY_REASON')}
          rows={2}
          onChange={({ currentTarget }) => setForm({ ...form, reason: currentTarget.value })}
        />
        <StartFields
          form={form}
          needsApproval={request.approvals.length > 0}
          timeError={hasTried && body === undefined ? t('apply.whichTime') : undefined}
          onChange={setForm}
        />
        {isTimed && (
          <NativeSelect
            label={t('changeRequest.change.lateBy')}
            description={t('changeRequest.change.laterHeld')}
            inputWrapperOrder={[...HINT_BELOW]}
            value={String(form.lateBy)}
            data={latenessChoices(form.lateBy).map((seconds) => ({
              value: String(seconds),
              label: waitText(seconds),
            }))}
            onChange={({ currentTarget }) =>
              setForm({ ...form, lateBy: Number(currentTarget.value) })
            }
          />
        )}
        {problem !== undefined && !reason.isLacking && <Alert>{problem}</Alert>}
      </div>
    </Dialog>
  );
}

/** Whether a touched environment wants to know why. A draft says it at the latest when it is submitted. Source: SAF-28. */
function useReasonField({ touched, state }: ChangeRequest, { reason }: EditForm) {
  const { application } = useCurrentEnvironment();
  const [isAsked, setAsked] = useState(false);
  const isRequired =
    isAsked ||
    touched.some(
      ({ id }) =>
        application?.environments.find((one) => one.id === id)?.changePolicy?.reasonRequired,
    );
  return {
    isRequired,
    isLacking: isRequired && state !== 'DRAFT' && reason.trim() === '',
    /** A policy may be newer than the page. */
    async askedBy<Result>(saving: Promise<Result>): Promise<Result> {
      try {
        return await saving;
      } catch (error) {
        setAsked(error instanceof ApiError && error.code === 'EMPTY_REASON');
        throw error;
      }
    },
  };
}

interface EffectsProps extends Pick<EditDialogProps, 'request'> {
  readonly form: EditForm;
}

/** What a save does beside what is edited. */
function Effects({ request, form }: EffectsProps) {
  const t = useTranslations('changeRequest.change');
  const { approvals, reviews, state } = request;
  const isOther = approvals.length > 0 && isOtherContent(request, form);
  const hasApprovals = reviews.some(({ counts }) => counts);
  if (!isOther && state !== 'HELD') return null;
  return (
    <Notice tone="warning">
      {isOther && hasApprovals && <p>{t('falls')}</p>}
      {isOther && <p>{t('noApprover')}</p>}
      {state === 'HELD' && <p>{t('goesOn')}</p>}
    </Notice>
  );
}

interface StartFieldsProps {
  readonly form: EditForm;
  readonly needsApproval: boolean;
  readonly timeError: string | undefined;
  readonly onChange: (form: EditForm) => void;
}

/** When a request begins. */
function StartFields({ form, needsApproval, timeError, onChange }: StartFieldsProps) {
  const t = useTranslations();
  const name = useId();
  return (
    <fieldset className={styles.starts}>
      <legend>{t('apply.label')}</legend>
      {STARTS.map((start) => (
        <label key={start} className={styles.start}>
          <input
            type="radio"
            name={name}
            value={start}
            checked={form.start === start}
            onChange={() => onChange({ ...form, start })}
          />
          {start === 'ON_APPROVAL' && !needsApproval
            ? t('changeRequest.change.atOnce')
            : t(`changeRequest.start.${start}`)}
        </label>
      ))}
      {form.start === 'AT' && (
        <div className={styles.time}>
          <MomentChoiceField
            label={t('apply.time')}
            value={form.at}
            error={timeError}
            onChange={(at) => onChange({ ...form, at })}
          />
        </div>
      )}
    </fieldset>
  );
}
