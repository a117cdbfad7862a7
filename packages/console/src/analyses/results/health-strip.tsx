import type { Health } from '@comporta/contract/analyses/health';
import type { Results } from '@comporta/contract/analyses/results';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { useHealthWords } from '../words/use-health-words.ts';
import { Fold } from './fold.tsx';
import styles from './health-strip.module.css';

/**
 * Tells whether the data can be trusted. Passed checks are folded; the others say why they failed and what to
 * do.
 */
export function HealthStrip({ health, analysis }: Pick<Results, 'health' | 'analysis'>) {
  const t = useTranslations('results.health');
  const words = useHealthWords(
    (key) => analysis.metrics.find((metric) => metric.key === key)?.name ?? key,
  );
  const bad = health
    .filter(({ level }) => level !== 'GREEN')
    .sort((one, other) => rank(one) - rank(other));
  const good = health.filter(({ level }) => level === 'GREEN');

  return (
    <section aria-label={t('title')} className={styles.health}>
      {bad.length > 0 && (
        <ul className={styles.findings}>
          {bad.map((check) => (
            <li key={keyOf(check)} data-level={check.level}>
              <IconAlertTriangle size={18} aria-hidden />
              <div>
                <p className={styles.title}>
                  {t(`level.${check.level}`)}: {words.title(check)}
                </p>
                <p>{words.cause(check)}</p>
                <p className={styles.repair}>{words.repair(check)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <Fold
          title={
            <span className={styles.good}>
              <IconCircleCheck size={16} aria-hidden className={styles.passed} />
              {bad.length === 0
                ? `${t('title')}: ${t('allGood')}`
                : t('others', { count: good.length })}
            </span>
          }
        >
          <ul className={styles.checks}>
            {good.map((check) => (
              <li key={keyOf(check)}>{words.short(check)}</li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  );
}

/** There is one check of this code for each metric. */
function keyOf(check: Health): string {
  return check.code === 'PAGE_EVENTS' ? `${check.code} ${check.params.metric}` : check.code;
}

function rank({ level }: Health): number {
  return level === 'RED' ? 0 : 1;
}
