import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { useTranslations } from 'use-intl/react';
import { ExplanationView } from '../parts/explanation/explanation-view.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import type { Column } from '../ui/list/list-order.ts';
import type { Comparison } from './comparison.ts';
import styles from './comparison-list.module.css';
import { Decision } from './decision.tsx';
import { hasExperiment, Undecided } from './undecided.tsx';

interface ComparisonListProps {
  readonly comparisons: readonly Comparison[];
  readonly properties: ConditionProperties;
  readonly environments: readonly [Environment, Environment];
}

interface Environment {
  readonly id: string;
  readonly name: string;
}

/** Shows what each toggle returns in two environments, side by side, and whether that is the same. */
export function ComparisonList({ comparisons, properties, environments }: ComparisonListProps) {
  const t = useTranslations('playground');
  const [only] = comparisons;
  if (only !== undefined && comparisons.length === 1) {
    return (
      <div role="status">
        <Verdict differs={only.differs} />
        <div className={styles.sides}>
          {environments.map(({ id, name }, side) => (
            <section key={id} aria-label={name}>
              <h3>{name}</h3>
              <ExplanationView
                explanation={only.answers[side === 0 ? 0 : 1]}
                properties={properties}
                environment={name}
              />
            </section>
          ))}
        </div>
      </div>
    );
  }

  const columns: readonly Column<Comparison>[] = [
    {
      id: 'toggle',
      title: t('toggle'),
      width: '20%',
      sortBy: ({ toggle }) => toggle,
      cell: ({ toggle }) => toggle,
    },
    ...([0, 1] as const).map((side): Column<Comparison> => {
      const { id, name } = environments[side];
      return {
        id,
        title: name,
        sortBy: ({ answers }) => answers[side].value,
        cell: ({ answers }) => (
          <Answer explanation={answers[side]} properties={properties} environment={name} />
        ),
      };
    }),
    {
      id: 'difference',
      title: t('difference'),
      width: '14%',
      // The first click on the header puts the toggles that differ first.
      sortBy: ({ differs }) => (differs ? 0 : 1),
      cell: ({ differs }) => <Verdict differs={differs} />,
    },
  ];
  return (
    <>
      <p role="status" className={styles.summary}>
        {t('differing', { count: comparisons.filter(({ differs }) => differs).length })}
      </p>
      <DataList
        label={t('results')}
        rows={comparisons.filter(isDecided)}
        rowKey={({ toggleId }) => toggleId}
        columns={columns}
        searchIn={({ toggle, answers }) => [toggle, ...answers.map(({ value }) => value)].join(' ')}
        empty={null}
      />
      <Undecided
        explanations={comparisons
          .filter((comparison) => !isDecided(comparison))
          .map(({ answers }) => answers[0])}
      />
    </>
  );
}

function isDecided({ answers }: Comparison): boolean {
  return answers.some(hasExperiment);
}

function Answer(props: Parameters<typeof Decision>[0]) {
  return (
    <div className={styles.answer}>
      <code className={styles.value}>{props.explanation.value}</code>
      <div>
        <Decision {...props} />
      </div>
    </div>
  );
}

function Verdict({ differs }: { readonly differs: boolean }) {
  const t = useTranslations('playground');
  return (
    <span className={styles.verdict} data-differs={differs}>
      {differs ? t('differs') : t('same')}
    </span>
  );
}
