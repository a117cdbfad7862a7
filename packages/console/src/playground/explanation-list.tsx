import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { ExplanationView } from '../parts/explanation/explanation-view.tsx';
import { ValueChip } from '../parts/outcome/outcome-view.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Decision } from './decision.tsx';
import { hasExperiment, Undecided } from './undecided.tsx';

interface ExplanationListProps {
  readonly explanations: readonly ToggleExplanation[];
  readonly properties: ConditionProperties;
  /** The name of the environment. */
  readonly environment: string;
}

/** What each toggle returns, and which rule decided; the other rules on demand. */
export function ExplanationList({ explanations, ...references }: ExplanationListProps) {
  const t = useTranslations('playground');
  const [only] = explanations;
  if (only !== undefined && explanations.length === 1) {
    return (
      <div role="status">
        <ExplanationView explanation={only} {...references} />
      </div>
    );
  }

  const columns: readonly Column<ToggleExplanation>[] = [
    {
      id: 'toggle',
      title: t('toggle'),
      width: '26%',
      sortBy: ({ toggle }) => toggle,
      cell: ({ toggle }) => toggle,
    },
    {
      id: 'value',
      title: t('value'),
      isPlain: true,
      width: '16%',
      sortBy: ({ value }) => value,
      cell: ({ value }) => <ValueChip value={shownValue(value)} />,
    },
    {
      id: 'why',
      title: t('why'),
      isPlain: true,
      cell: (explanation) => <Decision explanation={explanation} {...references} />,
    },
  ];
  return (
    <>
      <DataList
        label={t('results')}
        rows={explanations.filter(hasExperiment).sort(byRule)}
        rowKey={({ toggleId }) => toggleId}
        columns={columns}
        searchIn={({ toggle, value }) => `${toggle} ${value}`}
        empty={null}
      />
      <Undecided explanations={explanations.filter((one) => !hasExperiment(one))} />
    </>
  );
}

/** Sorts toggles for which a rule decided first. */
function byRule(one: ToggleExplanation, other: ToggleExplanation): number {
  return Number(one.ruleOrder === undefined) - Number(other.ruleOrder === undefined);
}
