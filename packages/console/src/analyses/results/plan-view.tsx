import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { useFigures } from '../words/use-figures.ts';
import { Fold } from './fold.tsx';
import styles from './results-page.module.css';

/** The plan as it was decided before the start, and its progress. */
export function PlanView({ results }: { readonly results: Results }) {
  const t = useTranslations();
  const figures = useFigures();
  const { analysis, progress } = results;
  const { plannedUnits } = progress;
  const namesOf = (role: 'GOAL' | 'GUARDRAIL' | 'SECONDARY') =>
    analysis.metrics
      .filter((metric) => metric.role === role && metric.removed !== true)
      .map(({ name }) => name)
      .join(', ') || '–';
  const facts: readonly (readonly [name: string, fact: string])[] = [
    [t('planner.hypothesis'), analysis.hypothesis || '–'],
    [t('planner.control'), shownValue(analysis.control)],
    [t('planner.goal'), namesOf('GOAL')],
    [t('planner.guardrails'), namesOf('GUARDRAIL')],
    [t('planner.secondary'), namesOf('SECONDARY')],
    [t('planner.mde'), figures.percent(analysis.mde)],
    [t('planner.alpha'), figures.percent(analysis.alpha, 0)],
    [t('planner.power'), figures.percent(analysis.power, 0)],
  ];
  const title =
    plannedUnits === undefined
      ? t('results.plan.none')
      : t('results.plan.progress', {
          percent: figures.percent(Math.min(1, progress.pairUnits / plannedUnits), 0),
        });

  return (
    <Fold title={title} isHeading>
      {plannedUnits !== undefined && (
        <progress className={styles.progress} max={plannedUnits} value={progress.pairUnits}>
          {title}
        </progress>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}
