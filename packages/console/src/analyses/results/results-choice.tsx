import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Results } from '@comporta/contract/analyses/results';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { ResultsActions } from '../actions/results-actions.tsx';
import { useFigures } from '../words/use-figures.ts';
import styles from './results-page.module.css';

interface ResultsChoiceProps {
  readonly analyses: readonly Analysis[];
  /** Undefined once it is deleted. */
  readonly experiment: Experiment | undefined;
  readonly results: Results;
  readonly onChoose: (choice: { readonly analysis?: string; readonly phase?: string }) => void;
}

const DAY_MS = 86_400_000;

/** Chooses which analysis, phase and users are shown, and offers the actions on the analysis. */
export function ResultsChoice({ analyses, experiment, results, onChoose }: ResultsChoiceProps) {
  const t = useTranslations();
  const figures = useFigures();
  const { analysis, phaseId, values } = results;
  const phase = analysis.phases.find(({ id }) => id === phaseId);
  const users = values.reduce((sum, value) => sum + value.users, 0);
  const end = phase?.endedAt === undefined ? Date.now() : Date.parse(phase.endedAt);
  const facts = [
    t(`analysis.state.${analysis.state}`),
    ...(phase === undefined
      ? []
      : [
          t('results.since', {
            date: figures.day(phase.startedAt),
            days: Math.max(0, Math.floor((end - Date.parse(phase.startedAt)) / DAY_MS)),
          }),
          ...(analysis.phases.length > 1
            ? [t(`analysis.phaseReason.${phase.reason}`, { name: phase.by ?? '' })]
            : []),
        ]),
    t('results.unitCount', { count: users }),
    t('results.control', { value: shownValue(analysis.control) }),
  ];

  function nameOf(one: Analysis): string {
    const place = experiment?.rules.findIndex(({ id }) => id === one.ruleId) ?? -1;
    const name = place < 0 ? t('analysis.noun') : t('analysis.ofRule', { n: place + 1 });
    return one.startedAt === undefined ? name : `${name}, ${figures.day(one.startedAt)}`;
  }

  return (
    <div className={styles.choice}>
      <div className={styles.selects}>
        {analyses.length > 1 && (
          <NativeSelect
            variant="filled"
            aria-label={t('results.choose.analysis')}
            value={analysis.id}
            onChange={(event) => onChoose({ analysis: event.currentTarget.value })}
          >
            {analyses.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </NativeSelect>
        )}
        {analysis.phases.length > 1 && (
          <NativeSelect
            variant="filled"
            aria-label={t('results.choose.phase')}
            value={phaseId}
            onChange={(event) =>
              onChoose({ analysis: analysis.id, phase: event.currentTarget.value })
            }
          >
            {analysis.phases.map(({ id, number: n, startedAt, endedAt }) => (
              <option key={id} value={id}>
                {endedAt === undefined
                  ? t('results.phaseOpen', { n, from: figures.day(startedAt) })
                  : t('results.phaseName', {
                      n,
                      from: figures.day(startedAt),
                      to: figures.day(endedAt),
                    })}
              </option>
            ))}
          </NativeSelect>
        )}
        <p className={styles.muted}>{facts.join(' · ')}</p>
      </div>
      {experiment !== undefined && (
        <div className={styles.actions}>
          <ResultsActions experiment={experiment} results={results} />
        </div>
      )}
    </div>
  );
}
