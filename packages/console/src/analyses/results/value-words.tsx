import type { MetricRole } from '@comporta/contract/analyses/analysis';
import type { MetricKind } from '@comporta/contract/metrics/metric';
import { useTranslations } from 'use-intl/react';
import { useFigures } from '../words/use-figures.ts';
import type { ValueRow } from './metric-rows.ts';
import styles from './metric-table.module.css';

interface LiftWordsProps {
  readonly row: ValueRow;
  readonly kind: MetricKind;
}

/**
 * The lift with its interval; without a lift, the difference with its interval, or the reason why there is
 * none.
 */
export function LiftWords({ row: { comparison, finding }, kind }: LiftWordsProps) {
  const t = useTranslations('results');
  const figures = useFigures();
  if (comparison === undefined) return null;
  const { lift, difference, notComputable } = comparison;
  const interval = lift ?? difference;
  const say =
    lift === undefined ? (figure: number) => figures.difference(kind, figure) : figures.lift;
  return (
    <span className={styles.lift}>
      {interval !== undefined && (
        <>
          <strong data-finding={finding}>{say(interval.point)}</strong>
          <span className={styles.muted}>
            {t('table.between', { low: say(interval.low), high: say(interval.high) })}
          </span>
        </>
      )}
      {notComputable !== undefined && (
        <span className={styles.muted}>
          {t(`notComputable.${notComputable}`, { users: 100, positive: 25 })}
        </span>
      )}
    </span>
  );
}

interface ClaimProps {
  readonly row: ValueRow;
  readonly role: MetricRole;
}

const MARKS = { better: '▲', worse: '▼', undecided: '' } as const;

/** States in a word what may be claimed; colour alone is not enough. */
export function Claim({ row: { comparison, finding }, role }: ClaimProps) {
  const t = useTranslations('results.table');
  if (comparison === undefined || finding === undefined) return null;
  if (role === 'GUARDRAIL') {
    const { guardrail } = comparison;
    if (guardrail === undefined || guardrail === 'SHUT') return null;
    const word = { SAFE: 'safe', HARMED: 'harmed', OPEN: 'undecided' } as const;
    const tone = { SAFE: 'better', HARMED: 'worse', OPEN: 'undecided' } as const;
    return (
      <span className={styles.claim} data-finding={tone[guardrail]}>
        {t(word[guardrail])}
      </span>
    );
  }
  return (
    <span className={styles.claim} data-finding={finding}>
      {MARKS[finding] !== '' && <span aria-hidden>{MARKS[finding]} </span>}
      {t(finding)}
    </span>
  );
}
