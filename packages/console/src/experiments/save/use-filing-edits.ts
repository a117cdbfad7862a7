import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import type { EditDraft } from '@comporta/contract/change-requests/edit';
import { GUARD_UNITS_LEAST } from '@comporta/contract/change-requests/guard';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { fileRequest } from '../../data/change-request-queries.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { toast } from '../../ui/toast-store.ts';
import { sentOf } from '../editor/experiment-form.ts';
import { type ApplyForm, requestOfApply } from './apply-form.ts';
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
  const client = useQueryClient();
  const navigate = useNavigate();
  const time = useNextTime();
  const refusalText = useFilingRefusal(references);
  const [isBusy, setIsBusy] = useState(false);
  const [hasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);
  const { appId } = place;

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
    if (!request || (lacksReason && !isDraft) || isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      const { id, number, state, nextAt } = await fileRequest(client, appId, request);
      const of = { number: String(number) };
      if (state === 'DRAFT') toast({ text: t('changeRequest.keptAsDraft', of) });
      else if (state === 'IN_REVIEW') toast({ text: t('changeRequest.filed', of) });
      else if (state === 'SCHEDULED' && nextAt !== null && apply.way === 'AT') {
        toast({ text: t('changeRequest.scheduled', { ...of, time: time(nextAt) }) });
      }
      onFiled();
      void navigate(pathTo('changeRequest', { appId, id }));
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  return {
    file,
    isBusy,
    problem,
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
