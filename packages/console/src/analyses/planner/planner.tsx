import {
  createAnalysis,
  startAnalysis,
  updateAnalysis,
} from '@comporta/contract/analyses/analysis-api';
import {
  measurableRules,
  proposedControl,
  splitValues,
} from '@comporta/contract/analyses/check-analysis';
import { MDE_MOST, PLANNED_UNITS_LEAST } from '@comporta/contract/analyses/plan';
import type { Planning } from '@comporta/contract/analyses/results';
import { sharesIn } from '@comporta/engine/split';
import type { PlannerAnswer } from '@comporta/stats/planner';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { HelpLink } from '../../base/help/help-link.tsx';
import { madeMetricIn, metricForPlanPath } from '../../base/metric-for-plan.ts';
import { pathTo } from '../../base/paths.ts';
import { useDraftKey } from '../../base/use-draft-key.ts';
import {
  beginAnalysis,
  forgetMeasured,
  planningQuery,
  savePlan,
} from '../../data/analysis-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useHasLeft } from '../../ui/forms/use-has-left.ts';
import { CreateLink } from '../../ui/list/create-link.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { NoSplit } from '../no-split.tsx';
import { Needs } from './needs.tsx';
import { NumbersFields } from './numbers-fields.tsx';
import { PageFields } from './page-fields.tsx';
import type { PlannedThings } from './planned-things.ts';
import {
  checkPlannerForm,
  type PlannerForm,
  plannerAnswer,
  plannerForm,
  wasSizedForGuardrails,
  withMadeMetric,
} from './planner-form.ts';
import { proposedGuardrails } from './proposed-guardrails.ts';
import { QuestionFields } from './question-fields.tsx';
import { withMeasured } from './with-measured.ts';

/** Edits the plan of an analysis and shows what it takes. A plan is frozen when it starts. */
export function Planner({ things }: { readonly things: PlannedThings }) {
  const t = useTranslations();
  const { experiment, toggle, metrics } = things;
  const rules = measurableRules(experiment.rules, toggle.values);
  if (rules.length === 0) {
    return <NoSplit experiment={experiment} />;
  }
  if (metrics.length === 0) {
    const { appId, envId, id } = experiment;
    const path = metricForPlanPath({ appId, envId, id, rule: '', role: 'goal' });
    return (
      <EmptyState text={t('metric.list.empty')} help={<HelpLink page="metrics" />}>
        <CreateLink to={path}>{t('metric.list.new')}</CreateLink>
      </EmptyState>
    );
  }
  return <OpenPlanner things={things} rules={rules} />;
}

/** Limits for codes whose problem carries none; the difference is typed in percent. */
const LIMITS: Readonly<Partial<Record<string, number>>> = {
  INVALID_MDE: 100 * MDE_MOST,
  INVALID_PLANNED_UNITS: PLANNED_UNITS_LEAST,
};

interface OpenPlannerProps {
  readonly things: PlannedThings;
  readonly rules: PlannedThings['experiment']['rules'];
}

function OpenPlanner({ things, rules }: OpenPlannerProps) {
  const t = useTranslations('analysis');
  const planner = useTranslations('planner');
  const client = useQueryClient();
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  const { experiment, toggle, metrics, properties } = things;
  const { appId, envId, id } = experiment;
  // When a start is refused, its plan is already saved: the next attempt starts that plan. A rule has at most
  // one draft.
  const drafts = useRef(new Map(things.drafts.map((draft) => [draft.ruleId, draft])));
  const [params, setParams] = useSearchParams();
  const asked = params.get('rule') ?? '';
  const opened = things.drafts.find(({ ruleId }) => ruleId === asked) ?? things.drafts[0];
  const start = plannerForm(opened);
  const references = { rules: experiment.rules, toggle, metrics, properties, plan: opened };
  const starts = useRef(true);

  const form = useForm({
    start: { ...start, ruleId: start.ruleId || (rules[0]?.id ?? '') },
    check: (typed) => checkPlannerForm(typed, { ...references, measured }, answerOf(typed)),
    save: async (value) => {
      const draft = await savePlan(experiment, value, drafts.current.get(value.ruleId));
      drafts.current.set(draft.ruleId, draft);
      return starts.current ? beginAnalysis(draft) : draft;
    },
    refusal: (error) => problemsOfRefusal(error, [createAnalysis, updateAnalysis, startAnalysis]),
    speak: ({ code, at, meta }) =>
      at[0] === 'isPlanned'
        ? planner('incomplete')
        : t(`error.${code}`, {
            limit: LIMITS[code] ?? Number(meta?.limit),
            state: stateWord(meta?.state),
          }),
    memory: { key: useDraftKey() },
    onSaved: ({ state }) => {
      void forgetMeasured(client, appId);
      const said = state === 'DRAFT' ? 'planSaved' : 'started';
      toast({ text: t(said) });
      if (!hasLeft()) void navigate(pathTo('results', { appId, envId, id }));
    },
  });
  // A metric that was made for this plan is chosen once, as soon as it is in the list.
  const made = madeMetricIn(params);
  useEffect(() => {
    if (made === undefined || !metrics.some((metric) => metric.id === made.metricId)) return;
    form.edit(withMadeMetric(form.draft, made));
    setParams(asked === '' ? {} : { rule: asked }, { replace: true, preventScrollReset: true });
  });

  const measured: Planning | undefined = useQuery(
    planningQuery(experiment, form.draft.ruleId),
  ).data;
  const by = rules.find(({ id: ruleId }) => ruleId === form.draft.ruleId)?.valueSpec;
  const unit =
    by?.type === 'SPLIT_BY'
      ? properties.find(({ id: propertyId }) => propertyId === by.by)
      : undefined;
  // Figures of users say nothing of organisations: they are typed (RUL-38).
  const planning = by?.type === 'SPLIT_BY' ? undefined : measured;

  function stateWord(state: unknown): string {
    const known = (['DRAFT', 'RUNNING', 'CLOSING', 'STOPPED'] as const).find(
      (one) => one === state,
    );
    return known === undefined ? '' : t(`state.${known}`);
  }

  /** Computes the answer; measured figures fill in for fields that are empty. */
  function answerOf(typed: PlannerForm): PlannerAnswer | undefined {
    const rule = rules.find((one) => one.id === typed.ruleId);
    const goal = metrics.find((metric) => metric.id === typed.goal);
    const shares = rule && sharesOf(rule, typed);
    return plannerAnswer(
      { ...withMeasured(typed, goal, planning), sizesForGuardrails: sizesFor(typed) },
      goal,
      shares && { ...shares, ...proposedGuardrails(typed, metrics, planning) },
    );
  }

  /** Whether the plan is sized for the guardrails: as somebody chose, or as it was saved. */
  function sizesFor({ ruleId, sizesForGuardrails }: PlannerForm): boolean {
    if (sizesForGuardrails !== undefined) return sizesForGuardrails;
    if (ruleId !== opened?.ruleId) return false;
    const saved = (sizes: boolean) => answerOf({ ...start, sizesForGuardrails: sizes });
    return wasSizedForGuardrails(opened.plannedUnits, saved);
  }

  function sharesOf(rule: (typeof rules)[number], typed: PlannerForm) {
    const shares = sharesIn(rule.valueSpec);
    if (shares === undefined) return undefined;
    const control = typed.control || proposedControl(rule, toggle);
    const shareOf = (value: string) => shares[value] ?? 0;
    const treatments = splitValues(rule, toggle.values).filter((value) => value !== control);
    return { control: shareOf(control), treatments: treatments.map(shareOf) };
  }

  /** The split as text: 90/10. */
  function splitOf(): string {
    const rule = rules.find((one) => one.id === form.draft.ruleId);
    const shares = rule && sharesOf(rule, form.draft);
    return shares === undefined ? '' : [shares.control, ...shares.treatments].join('/');
  }

  function submit(then: 'start' | 'keep') {
    starts.current = then === 'start';
    return form.submit();
  }

  return (
    <EditorForm
      form={{ ...form, submit: () => submit('start') }}
      saveLabel={t('start')}
      // A start cannot be undone: neither Enter nor the save shortcut may trigger it.
      onlySave={{ label: t('savePlan'), save: () => submit('keep') }}
    >
      <QuestionFields form={form} things={things} rules={rules} />
      <PageFields form={form} metrics={metrics} context={{ plan: opened, measured }} />
      {measured?.eventsAway === true && <Notice tone="warning">{planner('eventsAway')}</Notice>}
      <NumbersFields
        form={form}
        goal={metrics.find((metric) => metric.id === form.draft.goal)}
        planning={planning}
        unit={unit?.key}
      />
      <Needs
        field={form.field('isPlanned')}
        sizes={{ ...form.field('sizesForGuardrails'), value: sizesFor(form.draft) }}
        answer={answerOf(form.draft)}
        split={splitOf()}
        metrics={metrics}
      />
    </EditorForm>
  );
}
