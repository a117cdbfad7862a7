import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { noticesQuery } from '../data/notice-queries.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './own-sessions.module.css';

/** What a mail would have told, where the service sends none. Nothing where there is nothing to tell. Source: IDN-44. */
export function Notices() {
  const t = useTranslations('security.notices');
  // A service of 0.2.0 beside this one knows none.
  const { data: notices = [] } = useQuery(noticesQuery);
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="security-notices" className={styles.sessions}>
      <h3 id="security-notices">{t('title')}</h3>
      <p>{t('text')}</p>
      <ul className={styles.list}>
        {notices.map(({ id, at, text }) => (
          <li key={id} className={styles.session}>
            <span className={styles.what}>
              <span>{text}</span>
              <span className={styles.own}>
                <TimeAgo at={at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
