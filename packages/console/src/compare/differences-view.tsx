import type { Environment } from '@comporta/contract/applications/application';
import type { Difference } from '@comporta/contract/change-requests/difference';
import type { Comparison } from '@comporta/contract/compare/comparison';
import { useTranslations } from 'use-intl/react';
import styles from './compare-page.module.css';
import type { Chosen } from './compared-environments.ts';

interface DifferencesViewProps {
  readonly comparison: Comparison;
  readonly chosen: Chosen<Environment>;
}

/** A row says this many differences, and how many more there are. */
const SAID = 4;

/** Says how the second environment differs from the first. Its own rules are counted, and those it lacks by the first. */
export function DifferencesView({ comparison, chosen }: DifferencesViewProps) {
  const t = useTranslations('compare');
  const { state, differences, otherSalt } = comparison;
  const names = { from: chosen.from.name, to: chosen.to.name };
  const paused = comparison.from?.status === 'PAUSED' ? names.from : names.to;

  function say({ kind, from, to }: Difference): string {
    switch (kind) {
      case 'ADDED':
        return t('rule.ADDED', { n: to ?? 0, from: names.from });
      case 'REMOVED':
        return t('rule.REMOVED', { n: from ?? 0 });
      case 'MOVED':
        return t('rule.MOVED', { n: from ?? 0, place: to ?? 0, from: names.from });
      default:
        return from === undefined
          ? t('status', { environment: paused })
          : t('rule.CHANGED', { n: from });
    }
  }

  const said = differences.slice(0, SAID);
  const left = differences.length - said.length;
  return (
    <>
      {state === 'DIFFERENT' ? (
        <ul className={styles.differences}>
          {said.map((one) => (
            <li key={`${one.kind} ${one.part}`}>{say(one)}</li>
          ))}
          {left > 0 && <li>{t('more', { count: left })}</li>}
        </ul>
      ) : (
        t(`state.${state}`, names)
      )}
      {otherSalt && <p className={styles.note}>{t('otherSalt', { to: names.to })}</p>}
    </>
  );
}
