import {
  type ChangeRequest,
  REQUEST_TEXTS,
} from '@comporta/contract/change-requests/change-request';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { withCount } from '../../ui/list/with-count.tsx';
import { ApplyFields } from './apply-fields.tsx';
import { APPLY_WAYS, type ApplyForm, applyVerb, requestOfApply } from './apply-form.ts';
import type { EntitySave } from './entity-save.ts';
import { EntityWillHold } from './entity-will-hold.tsx';
import { nextHour } from './moment-choice.ts';
import { useFilingRequest } from './use-filing-request.ts';

interface EntitySaveQuestionProps extends EntitySave {
  /** What the edit does, and what it needs. */
  readonly preview: ChangeRequest;
}

/** Asks when and how the edits of a thing are applied. */
export function EntitySaveQuestion(props: EntitySaveQuestionProps) {
  const { appId, name, edit, changes, preview, refusalText, onSave, onFiled, onClose } = props;
  const t = useTranslations();
  const format = useFormatter();
  const isAdmin = useSession()?.is_admin === true;
  const { touched } = preview;
  const approvals = Math.max(0, ...preview.approvals.map(({ needed }) => needed));
  const isReasonRequired = useIsReasonRequired(touched);
  const filing = useFilingRequest({
    appId,
    onFiled,
    refusalText: (error) => refusalText(t, error),
  });
  const [hasTried, setTried] = useState(false);
  const [apply, setApply] = useState<ApplyForm>(() => ({
    way: approvals > 0 ? 'APPROVED' : 'NOW',
    isAtOnce: true,
    at: nextHour(new Date()),
    reason: '',
  }));
  const ways = APPLY_WAYS.filter((way) => {
    // Who may bypass the approvals is asked for a reason by the save.
    if (way === 'NOW') return approvals === 0 || isAdmin;
    return way === 'AT' || (way === 'APPROVED' && approvals > 0);
  });
  const isNow = apply.way === 'NOW';
  const requestOf = (isDraft: boolean) =>
    requestOfApply(apply, {
      title: t('changeRequest.edit.UPDATE', { name }),
      steps: [{ wait: null, edits: [edit] }],
      guard: null,
      isDraft,
    });
  const isTimeOpen = requestOf(false) === undefined;
  const lacksReason = isReasonRequired && apply.reason.trim() === '';

  function file({ isDraft }: { readonly isDraft: boolean }) {
    setTried(true);
    const request = requestOf(isDraft);
    if (request !== undefined && (isDraft || !lacksReason)) void filing.file(request);
  }

  return (
    <Dialog
      title={t('apply.review', { name })}
      onClose={onClose}
      onSubmit={() => (isNow ? onSave() : file({ isDraft: false }))}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="default"
            disabled={filing.isBusy}
            onClick={() => file({ isDraft: true })}
          >
            {t('changeRequest.action.saveDraft')}
          </Button>
          <Button type="submit" loading={filing.isBusy}>
            {t(isNow ? 'common.save' : applyVerb(apply, approvals))}
          </Button>
        </>
      }
    >
      {changes}
      <p>
        {touched.length === 0
          ? t('apply.touchesNobody')
          : t('apply.touches', { environments: format.list(touched.map((one) => one.name)) })}
      </p>
      {isNow && <EntityWillHold appId={appId} preview={preview} />}
      <ApplyFields
        appId={appId}
        form={apply}
        ways={ways}
        approvals={approvals}
        askingIds={preview.approvals.map(({ id }) => id)}
        timeError={hasTried && isTimeOpen ? t('apply.whichTime') : undefined}
        onChange={setApply}
      />
      {!isNow && (
        <Textarea
          {...withCount(apply.reason, REQUEST_TEXTS.bounds.reason.maxChars)}
          label={
            isReasonRequired
              ? t('changeRequest.about.reason')
              : t('common.optionalLabel', { label: t('changeRequest.about.reason') })
          }
          value={apply.reason}
          error={hasTried && lacksReason ? t('changeRequest.error.EMPTY_REASON') : undefined}
          rows={2}
          onChange={({ currentTarget }) => setApply({ ...apply, reason: currentTarget.value })}
        />
      )}
      {filing.problem !== undefined && <Alert>{filing.problem}</Alert>}
    </Dialog>
  );
}

/** Whether one of the environments wants to know why. */
function useIsReasonRequired(touched: ChangeRequest['touched']): boolean {
  const environments = useCurrentEnvironment().application?.environments ?? [];
  return environments.some(
    ({ id, changePolicy }) =>
      changePolicy?.reasonRequired === true && touched.some((one) => one.id === id),
  );
}
