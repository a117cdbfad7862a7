import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { ApplyFields } from '../../parts/apply/apply-fields.tsx';
import { APPLY_WAYS, type ApplyForm, applyVerb } from '../../parts/apply/apply-form.ts';
import { nextHour } from '../../parts/apply/moment-choice.ts';
import { USUAL_WAIT } from '../../parts/apply/wait-field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { withCount } from '../../ui/list/with-count.tsx';
import { ReviewedChanges } from '../changes/reviewed-changes.tsx';
import { GuardFields } from './guard-fields.tsx';
import { NEW_GUARD } from './guard-form.ts';
import { startInSteps } from './in-steps.ts';
import { InStepsFields } from './in-steps-fields.tsx';
import { LateWillHold } from './late-will-hold.tsx';
import type { SaveQuestionProps } from './save-question-props.ts';
import { useFilingEdits } from './use-filing-edits.ts';

/** Reviews the edits, and asks when and how they are applied. */
export function SaveQuestion(props: SaveQuestionProps) {
  const { place, saved, form, toggle, references, experiment, olderReaders } = props;
  const { onSave, onClose } = props;
  const t = useTranslations();
  const isAdmin = useSession()?.is_admin === true;
  const policy = useCurrentEnvironment().application?.environments.find(
    ({ id }) => id === place.envId,
  )?.changePolicy;
  const approvals = policy?.approvals ?? 0;
  const { values } = toggle;
  const [steps, setSteps] = useState(
    () => experiment && startInSteps(saved, form, { values, wait: USUAL_WAIT }),
  );
  const [guard, setGuard] = useState(NEW_GUARD);
  const [apply, setApply] = useState<ApplyForm>(() => ({
    way: approvals > 0 ? 'APPROVED' : 'NOW',
    isAtOnce: true,
    at: nextHour(new Date()),
    reason: '',
  }));
  const filing = useFilingEdits({
    ...props,
    apply,
    steps,
    guard,
    isReasonRequired: policy?.reasonRequired,
  });
  const ways = APPLY_WAYS.filter((way) => {
    // Who may bypass the approvals is asked for a reason by the save.
    if (way === 'NOW') return approvals === 0 || isAdmin;
    if (way === 'APPROVED') return approvals > 0;
    return way !== 'STEPS' || steps !== undefined;
  });
  const isNow = apply.way === 'NOW';
  const { environment } = references;

  return (
    <Dialog
      title={t('experiment.reviewTitle', { environment })}
      onClose={onClose}
      onSubmit={() => (isNow ? onSave() : void filing.file({ isDraft: false }))}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="default"
            disabled={filing.isBusy}
            onClick={() => void filing.file({ isDraft: true })}
          >
            {t('changeRequest.action.saveDraft')}
          </Button>
          <Button type="submit" loading={filing.isBusy}>
            {isNow ? t('experiment.saveTo', { environment }) : t(applyVerb(apply, approvals))}
          </Button>
        </>
      }
    >
      <ReviewedChanges
        saved={saved}
        form={form}
        pausedValue={experiment?.status === 'PAUSED' ? toggle.defaultValue : undefined}
        references={references}
        experimentKey={experiment}
        isAtOnce={isNow}
      />
      {experiment !== undefined && isNow && <LateWillHold {...{ experiment, saved, form }} />}
      {olderReaders}
      <ApplyFields
        appId={place.appId}
        form={apply}
        ways={ways}
        approvals={approvals}
        askingIds={approvals > 0 ? [place.envId] : []}
        timeError={filing.timeError}
        steps={
          steps && (
            <>
              <InStepsFields
                {...{ saved, form, values, steps }}
                error={filing.stepsError}
                onChange={setSteps}
              />
              <GuardFields
                {...{ steps, guard }}
                appId={place.appId}
                error={filing.guardError}
                onChange={setGuard}
              />
            </>
          )
        }
        onChange={setApply}
      />
      {!isNow && (
        <Textarea
          {...withCount(apply.reason, REQUEST_TEXTS.bounds.reason.maxChars)}
          label={
            policy?.reasonRequired
              ? t('changeRequest.about.reason')
              : t('common.optionalLabel', { label: t('changeRequest.about.reason') })
          }
          value={apply.reason}
          error={filing.reasonError}
          rows={2}
          onChange={({ currentTarget }) => setApply({ ...apply, reason: currentTarget.value })}
        />
      )}
      {filing.problem !== undefined && <Alert>{filing.problem}</Alert>}
    </Dialog>
  );
}
