import { proposedControl, splitValues } from '@comporta/contract/analyses/check-analysis';
import { ANALYSIS } from '@comporta/contract/analyses/plan';
import { shownValue } from '@comporta/messages/shown-value';
import { plainWords } from '@comporta/messages/words';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { metricForPlanPath, type PlanRole } from '../../base/metric-for-plan.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { LEADS_BACK } from '../../ui/forms/unsaved-guard.tsx';
import { useRuleWords } from '../words/use-rule-words.ts';
import { ChosenField } from './chosen-field.tsx';
import { type PlannedThings, type PlannerFields, segmentOptions } from './planned-things.ts';
import styles from './planner.module.css';

type Rule = PlannedThings['experiment']['rules'][number];

interface QuestionFieldsProps {
  readonly form: PlannerFields;
  readonly things: PlannedThings;
  readonly rules: PlannedThings['experiment']['rules'];
}

/** The fields for what is compared, what is expected, and which metrics decide. */
export function QuestionFields({ form, things, rules }: QuestionFieldsProps) {
  const t = useTranslations();
  const words = useRuleWords(things.experiment.appId, rules);
  const { draft, field } = form;
  const rule = rules.find(({ id }) => id === draft.ruleId);
  const labelOf = (one: Rule) =>
    `#${things.experiment.rules.indexOf(one) + 1} ${plainWords(words.audience(one))}`;
  const values = rule === undefined ? [] : splitValues(rule, things.toggle.values);
  const metrics = things.metrics.map(({ id, name }) => ({ value: id, label: name }));
  const taken = [draft.goal, ...draft.guardrails, ...draft.secondary];
  const without = (own: readonly string[]) =>
    metrics.filter(({ value }) => own.includes(value) || !taken.includes(value));

  const newMetric = (role: PlanRole) => {
    const { appId, envId, id } = things.experiment;
    const path = metricForPlanPath({ appId, envId, id, rule: draft.ruleId, role });
    return (
      <Link
        className={styles.make}
        to={path}
        state={LEADS_BACK}
        aria-label={t('planner.newMetricFor', { field: t(`planner.${role}`) })}
      >
        {t('metric.list.new')}
      </Link>
    );
  };

  return (
    <>
      <div className={styles.measured}>
        <SelectField
          label={t('planner.rule')}
          options={rules.map((one) => ({ value: one.id, label: labelOf(one) }))}
          title={rule && labelOf(rule)}
          {...field('ruleId')}
          onChange={(ruleId) => form.edit({ ruleId, control: '' })}
        />
        <SelectField
          label={t('planner.control')}
          options={values.map((value) => ({ value, label: shownValue(value, values) }))}
          {...field('control')}
          // Until the user chooses one, the control that the plan will use.
          value={draft.control || (rule ? proposedControl(rule, things.toggle) : '')}
        />
      </div>
      <TextAreaField
        label={t('planner.hypothesis')}
        hint={t('planner.hypothesisHint')}
        limit={ANALYSIS.bounds.hypothesis.maxChars}
        {...field('hypothesis')}
      />
      <SelectField
        label={t('planner.goal')}
        hint={t('analysis.roleHint.GOAL')}
        placeholder={t('planner.chooseGoal')}
        options={without([draft.goal])}
        {...field('goal')}
      />
      {newMetric('goal')}
      <ChosenField
        label={t('planner.guardrails')}
        hint={t('analysis.roleHint.GUARDRAIL')}
        options={without(draft.guardrails)}
        {...field('guardrails')}
      />
      {newMetric('guardrails')}
      <ChosenField
        label={t('planner.secondary')}
        hint={t('analysis.roleHint.SECONDARY')}
        options={without(draft.secondary)}
        {...field('secondary')}
      />
      {newMetric('secondary')}
      <ChosenField
        label={t('planner.segments')}
        hint={t('planner.segmentsHint')}
        options={segmentOptions(things.properties)}
        {...field('segments')}
      />
      <SwitchField label={t('planner.bots')} {...field('excludeBots')} />
    </>
  );
}
