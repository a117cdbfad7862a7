import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { partsOf } from '@comporta/engine/rules/parts-of';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../../base/paths.ts';
import { TextsOfLifecycle } from '../../../base/texts/texts-of-lifecycle.tsx';
import { experimentQuery, experimentSummariesQuery } from '../../../data/experiment-queries.ts';
import { togglesQuery } from '../../../data/toggle-queries.ts';
import styles from '../environment-card.module.css';
import { type Dependency, dependenciesOf } from './dependencies-of.ts';

interface DependencyLinesProps {
  readonly toggle: Toggle;
  readonly envId: string;
  readonly experiment: ExperimentSummary | undefined;
}

/** What a toggle needs in an environment, and what needs it, from what the page has loaded. */
export function DependencyLines(props: DependencyLinesProps) {
  return (
    <TextsOfLifecycle>
      <Lines {...props} />
    </TextsOfLifecycle>
  );
}

function Lines({ toggle, envId, experiment }: DependencyLinesProps) {
  const t = useTranslations('dependencies');
  const { appId, id: toggleId } = toggle;
  const { data: summaries = [] } = useQuery(experimentSummariesQuery(appId));
  const { data: toggles } = useQuery(togglesQuery(appId));
  const { data: own } = useQuery({
    ...experimentQuery({ appId, envId, id: experiment?.id ?? '' }),
    enabled: experiment !== undefined,
  });
  const named = (own?.rules ?? [])
    .flatMap(partsOf)
    .flatMap((part) =>
      part.type === 'TOGGLE_DEPENDENCY' ? part.toggleDependencyRule.toggleId : [],
    );
  const inEnvironment = summaries.filter((one) => one.envId === envId);
  const { needs, neededBy } = dependenciesOf({ toggleId, named }, inEnvironment);
  if (toggles === undefined) return null;
  const nameOf = (id: string) => toggles.find((one) => one.id === id)?.name ?? '';

  const links = (dependencies: readonly Dependency[]) => () =>
    dependencies.map(({ toggleId: id, through }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <Link to={pathTo('toggle', { appId, toggleId: id })}>{nameOf(id)}</Link>
        {through.length > 0 && ` (${t('through', { toggles: through.map(nameOf).join(', ') })})`}
      </span>
    ));
  return (
    <>
      {needs.length > 0 && (
        <p className={styles.facts}>
          <span>{t.rich('needs', { toggles: links(needs) })}</span>
        </p>
      )}
      {neededBy.length > 0 && (
        <p className={styles.facts}>
          <span>{t.rich('neededBy', { toggles: links(neededBy) })}</span>
        </p>
      )}
    </>
  );
}
