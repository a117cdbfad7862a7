import type { ListedAnalysis } from '@comporta/contract/analyses/analysis-list';
import { shownValue } from '@comporta/messages/shown-value';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { useFigures } from '../words/use-figures.ts';
import styles from './analysis-list.module.css';
import { daysOf, shownComparison } from './learned.ts';

interface AnalysisRowProps {
  readonly appId: string;
  readonly analysis: ListedAnalysis;
}

/** One analysis: what was asked, what was learned, what was decided. */
export function AnalysisRow({ appId, analysis }: AnalysisRowProps) {
  const t = useTranslations();
  const { toggleName, environmentName, state, hypothesis, verdict, stopped } = analysis;
  const tone = verdict && toneOf(verdict.code);

  /** Once stopped, nothing is to come any more. */
  function verdictText(code: VerdictCode): string {
    if (state === 'STOPPED' && code === 'RUNNING') return t('results.verdictShort.NO_DIFFERENCE');
    if (state === 'STOPPED' && code === 'NO_DATA') return t('analyses.noResults');
    return t(`results.verdictShort.${code}`);
  }

  return (
    <li className={styles.row}>
      <div className={styles.heading}>
        <h2>
          <Link to={pathOf(appId, analysis)}>
            <bdi>{toggleName}</bdi>
          </Link>
        </h2>
        <span className={styles.place}>{environmentName}</span>
        <Badge tone={state === 'RUNNING' ? 'success' : 'neutral'}>
          {t(`analysis.state.${state}`)}
        </Badge>
        {!analysis.hasExperiment && <Badge>{t('analyses.deleted')}</Badge>}
        <Duration analysis={analysis} />
      </div>
      {hypothesis !== '' && <p className={styles.hypothesis}>{hypothesis}</p>}
      {verdict !== undefined && (
        <p className={styles.learned}>
          <Badge {...(tone && { tone })}>{verdictText(verdict.code)}</Badge>{' '}
          <Lift analysis={analysis} />
        </p>
      )}
      {stopped !== undefined && <Decision stopped={stopped} />}
    </li>
  );
}

function pathOf(appId: string, { id, envId, experimentId, ruleId, ...one }: ListedAnalysis) {
  const key = { appId, envId, id: experimentId };
  if (!one.hasExperiment) return pathTo('analysis', { appId, id });
  if (one.state === 'DRAFT')
    return `${pathTo('planner', key)}?${new URLSearchParams({ rule: ruleId })}`;
  return `${pathTo('results', key)}?${new URLSearchParams({ analysis: id })}`;
}

type VerdictCode = NonNullable<ListedAnalysis['verdict']>['code'];

function toneOf(code: VerdictCode): 'success' | 'danger' | undefined {
  if (code === 'WINNER' || code === 'WINNER_NOT_HARMED') return 'success';
  return code.startsWith('INVALID') || code === 'GUARDRAIL_HARM' || code === 'LOSER'
    ? 'danger'
    : undefined;
}

function Lift({ analysis }: Pick<AnalysisRowProps, 'analysis'>) {
  const t = useTranslations('analyses');
  const figures = useFigures();
  const compared = shownComparison(analysis);
  if (compared?.lift === undefined) return analysis.goal?.name;
  const { point, low, high } = compared.lift;
  return (
    <>
      <bdi>
        <code>{shownValue(compared.value)}</code>
      </bdi>{' '}
      {t('lift', {
        metric: analysis.goal?.name ?? '',
        lift: figures.lift(point),
        low: figures.lift(low),
        high: figures.lift(high),
      })}
    </>
  );
}

function Duration({ analysis }: Pick<AnalysisRowProps, 'analysis'>) {
  const t = useTranslations('analyses');
  const figures = useFigures();
  const { startedAt, stopped } = analysis;
  const days = daysOf(analysis, new Date());
  if (startedAt === undefined || days === undefined) return null;
  const from = figures.date(startedAt);
  return (
    <span className={styles.duration}>
      {stopped === undefined
        ? t('running', { days, from })
        : t('ran', { days, from, to: figures.date(stopped.at) })}
    </span>
  );
}

function Decision({ stopped }: { readonly stopped: NonNullable<ListedAnalysis['stopped']> }) {
  const t = useTranslations();
  const { because, by, value = '', reason } = stopped;
  const named = { value: shownValue(value), name: by?.name ?? '' };
  return (
    <p className={styles.decision}>
      {because === 'SHIPPED' && by !== undefined
        ? t('analyses.shipped', named)
        : t(`analysis.stoppedBecause.${because}`, named)}{' '}
      {reason !== undefined && <q>{reason}</q>}
    </p>
  );
}
