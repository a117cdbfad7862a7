import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { administratorsQuery } from '../../data/user-queries.ts';
import styles from './administrators.module.css';

/** The names of the administrators, whom to ask for what only they may do; each is a mail link. */
export function Administrators() {
  const t = useTranslations('page');
  const { data: administrators } = useQuery(administratorsQuery);
  if (administrators === undefined) return null;
  return (
    <ul className={styles.people} aria-label={t('administrators')}>
      {administrators.map(({ id, name, email }) => (
        <li key={id}>
          <a href={`mailto:${email}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
