import type { Analysis } from '@comporta/contract/analyses/analysis';
import { deleteAnalysis } from '@comporta/contract/analyses/analysis-api';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { forgetMeasured, removePlan } from '../../data/analysis-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { useEntityDeletion } from '../../ui/dialogs/use-entity-deletion.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import styles from './results-page.module.css';

interface SavedPlansProps {
  readonly experiment: Experiment;
  /** The plans that were not started. */
  readonly plans: readonly Analysis[];
}

/** Analyses that were planned but not started; the user can open or delete each of them. */
export function SavedPlans({ experiment, plans }: SavedPlansProps) {
  const t = useTranslations('analysis');
  const deletion = usePlanDeletion(experiment);
  const isReadOnly = useIsReadOnly();
  return (
    <>
      {plans.map((plan) => (
        <Notice key={plan.id} tone="warning">
          <div className={styles.plan}>
            {t('planned', { n: ruleNumber(experiment, plan) })}
            <Link to={`${pathTo('planner', experiment)}?rule=${plan.ruleId}`}>{t('openPlan')}</Link>
            {!isReadOnly && (
              <Button size="compact-sm" variant="default" onClick={() => deletion.ask(plan)}>
                {t('deletePlan')}
              </Button>
            )}
          </div>
        </Notice>
      ))}
      {deletion.dialogs}
    </>
  );
}

function usePlanDeletion(experiment: Experiment) {
  const t = useTranslations('analysis');
  const client = useQueryClient();
  return useEntityDeletion<Analysis, typeof deleteAnalysis>({
    endpoint: deleteAnalysis,
    title: t('deletePlan'),
    confirm: (plan) => t('deletePlanConfirm', { n: ruleNumber(experiment, plan) }),
    success: t('planDeleted'),
    refused: (code) => t(`error.${code}`, { limit: 0, state: '' }),
    remove: removePlan,
    onClosed: () => void forgetMeasured(client, experiment.appId),
  });
}

/** Counted from 1; 0 for a rule that was deleted. */
function ruleNumber({ rules }: Experiment, { ruleId }: Analysis): number {
  return rules.findIndex(({ id }) => id === ruleId) + 1;
}
