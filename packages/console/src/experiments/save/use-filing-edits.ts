import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import type { EditDraft } from '@comporta/contract/change-requests/edit';
import { GUARD_UNITS_LEAST } from '@comporta/contract/change-requests/guard';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type ApplyForm, requestOfApply } from '../../parts/apply/apply-form.ts';
import { useFilingRequest } from '../../parts/apply/use-filing-request.ts';
import { sentOf } from '../editor/experiment-form.ts';
import { type GuardForm, guardOf } from './guard-form.ts';
import { bodiesInSteps, type InSteps } from './in-steps.ts';
import type { SaveQuestionProps } from './save-question-props.ts';
import { useFilingRefusal } from './use-filing-refusal.ts';

interface FilingEdits extends SaveQuestionProps {
  readonly apply: ApplyForm;
  readonly steps: InSteps | undefined;
  readonly guard: GuardForm;
  readonly isReasonRequired: boolean | undefined;
}

type FilledStep = { readonly wait: number | null; readonly edits: readonly EditDraft[] };

/** Files the edits as a change request, and leads to its page. */
export function useFilingEdits(props: FilingEdits) {
  const { place, toggle, references, apply, steps, isReasonRequired = false, onFiled } = props;
  const t = useTranslations();
  const refusalText = useFilingRefusal(references);
  const filing = useFilingRequest({ appId: place.appId, refusalText, onFiled });
  const [hasTried, setTried] = useState(false);

  const title = t('experiment.titleEdit', {
    toggle: toggle.name,
    environment: references.environment,
  }).slice(0, REQUEST_TEXTS.bounds.title.maxChars);
  const filled = stepsOf(props);
  const guard = apply.way === 'STEPS' && steps ? guardOf(props.guard, steps) : null;
  const body = (isDraft: boolean) =>
    filled &&
    guard !== undefined &&
    requestOfApply(apply, { title, steps: filled, guard, isDraft });
  const lacksReason = isReasonRequired && apply.reason.trim() === '';

  async function file({ isDraft }: { readonly isDraft: boolean }) {
    setTried(true);
    const request = body(isDraft);
    if (request && (isDraft || !lacksReason)) await filing.file(request);
  }

  return {
    file,
    isBusy: filing.isBusy,
    problem: filing.problem,
    timeError:
      hasTried && apply.way === 'AT' && filled && body(false) === undefined
        ? t('apply.whichTime')
        : undefined,
    stepsError:
      hasTried && apply.way === 'STEPS' && steps !== undefined && filled === undefined
        ? t('apply.inSteps.invalid')
        : undefined,
    guardError:
      hasTried && guard === undefined
        ? t('apply.guard.invalid', { limit: GUARD_UNITS_LEAST })
        : undefined,
    reasonError: hasTried && lacksReason ? t('changeRequest.error.EMPTY_REASON') : undefined,
  };
}

/** What is sent of each step; undefined when the shares of the steps are none that can be applied. */
function stepsOf(props: FilingEdits): readonly FilledStep[] | undefined {
  const { place, saved, form, toggle, version, experiment, apply, steps } = props;
  const edit = (body: ReturnType<typeof sentOf>): EditDraft => ({
    type: 'experiment',
    action: experiment === undefined ? 'CREATE' : 'UPDATE',
    id: experiment?.id,
    environmentId: place.envId,
    version,
    body,
  });
  if (apply.way !== 'STEPS' || steps === undefined) {
    return [{ wait: null, edits: [edit(sentOf(form))] }];
  }
  const bodies = bodiesInSteps(saved, form, { steps, values: toggle.values });
  return bodies?.map((body, index) => ({
    wait: steps.shares[index - 1]?.wait ?? null,
    edits: [edit(body)],
  }));
}
