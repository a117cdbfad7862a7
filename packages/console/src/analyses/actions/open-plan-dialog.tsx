import type { Analysis } from '@comporta/contract/analyses/analysis';
import { updateAnalysis } from '@comporta/contract/analyses/analysis-api';
import { checkAnalysis } from '@comporta/contract/analyses/check-analysis';
import { ANALYSIS, SECONDARY_MOST } from '@comporta/contract/analyses/plan';
import { pickFields } from '@comporta/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { forgetMeasured, savePlan } from '../../data/analysis-queries.ts';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { toast } from '../../ui/toast-store.ts';
import { ChosenField } from '../planner/chosen-field.tsx';
import { type PlannedThings, segmentOptions } from '../planner/planned-things.ts';
import { chosenMetric } from '../planner/planner-form.ts';
import { usePlannedThings } from '../planner/use-planned-things.ts';

interface OpenPlanDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
}

/** Edits the parts of a plan that may change while it is measured. Source: RES-13. */
export function OpenPlanDialog({ analysis, onClose }: OpenPlanDialogProps) {
  const { appId, envId, experimentId: id } = analysis;
  const { data: things } = usePlannedThings({ appId, envId, id });
  if (things === undefined) return null;
  return <LoadedDialog {...{ analysis, things, onClose }} />;
}

/** The editable part of a plan. Metrics are given by their ids. */
interface FreePlan {
  readonly hypothesis: string;
  readonly secondary: readonly string[];
  /** The properties that are added to those of the plan, none of which can be taken away. */
  readonly segments: readonly string[];
}

interface LoadedDialogProps extends OpenPlanDialogProps {
  readonly things: PlannedThings;
}

function LoadedDialog({ analysis, things, onClose }: LoadedDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { experiment, toggle, metrics, properties } = things;
  const plan = pickFields(ANALYSIS, analysis);
  // Segments stay in a running plan: a property that was deleted since then is still part of it.
  const named = [...properties, ...plan.segments.map((propertyId) => ({ id: propertyId }))];

  const start: FreePlan = {
    hypothesis: plan.hypothesis,
    secondary: plan.secondary.map(({ metricId }) => metricId),
    segments: [],
  };

  const form = useForm({
    start,
    check: ({ hypothesis, secondary, segments }) =>
      checkAnalysis(
        {
          ...plan,
          hypothesis,
          secondary: secondary.map((id) => chosenMetric(id, plan)),
          segments: [...plan.segments, ...segments],
        },
        { rules: experiment.rules, toggle, metrics, properties: named },
      ),
    save: (value) => savePlan(experiment, value, analysis),
    refusal: (error) => problemsOfRefusal(error, [updateAnalysis]),
    speak: ({ code, meta }) =>
      t(`analysis.error.${code}`, { limit: Number(meta?.limit ?? SECONDARY_MOST), state: '' }),
    onSaved: () => {
      void forgetMeasured(client, analysis.appId);
      toast({ text: t('analysis.openPlanSaved') });
      onClose();
    },
  });

  const present = properties.filter(({ id }) => plan.segments.includes(id)).map(({ key }) => key);
  const fixed = [plan.goal, ...plan.guardrails].map((chosen) => chosen?.metricId);
  return (
    <FormDialog
      title={t('analysis.editOpenPlan')}
      form={form}
      verb={t('common.save')}
      intro={t('analysis.editOpenPlanHint')}
      onClose={onClose}
    >
      <TextAreaField
        label={t('planner.hypothesis')}
        limit={ANALYSIS.bounds.hypothesis.maxChars}
        {...form.field('hypothesis')}
      />
      <ChosenField
        label={t('planner.secondary')}
        hint={t('analysis.roleHint.SECONDARY')}
        options={metrics
          .filter(({ id }) => !fixed.includes(id))
          .map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('secondary')}
      />
      <ChosenField
        label={t('planner.segments')}
        hint={t('analysis.addedSegmentsHint', { count: present.length, names: present.join(', ') })}
        options={segmentOptions(properties).filter(({ value }) => !plan.segments.includes(value))}
        {...form.field('segments')}
      />
    </FormDialog>
  );
}
