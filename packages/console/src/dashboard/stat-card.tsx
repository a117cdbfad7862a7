import type { Limit } from '@comporta/contract/limits/limits';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import styles from './stat-card.module.css';
import { usageOf } from './usage.ts';

interface StatCardProps {
  readonly title: string;
  readonly limit: Limit;
  /** The path of the list, for users who may see it. */
  readonly to: string | undefined;
}

/** One count over its limit: `3/10` or `42/Unlimited`. */
export function StatCard({ title, limit, to }: StatCardProps) {
  const t = useTranslations('dashboard');
  const usage = usageOf(limit);
  const { currentCount: count } = limit;
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{to === undefined ? title : <Link to={to}>{title}</Link>}</h2>
      <p className={styles.count}>
        {usage === undefined
          ? t.rich('unlimitedCount', {
              count,
              muted: (text) => <span className={styles.muted}>{text}</span>,
            })
          : t('limited', { count, max: limit.maxLimit ?? 0 })}
      </p>
      {usage !== undefined && (
        <>
          {usage.level !== 'fine' && (
            <p className={styles.warning} data-level={usage.level}>
              {usage.level === 'full' ? t('atLimit') : t('nearLimit', { percent: usage.percent })}
            </p>
          )}
          <div className={styles.bar} data-level={usage.level}>
            <span style={{ width: `${usage.percent}%` }} />
          </div>
        </>
      )}
    </section>
  );
}
