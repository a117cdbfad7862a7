import type { User } from '@comporta/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../data/application-queries.ts';
import styles from './user-applications.module.css';
import { roleInWords } from './user-roles.ts';

const SHOWN = 2;

/** The applications of a user: the first ones by name, and the number of the others. */
export function UserApplications({ user }: { readonly user: User }) {
  const t = useTranslations('user.list');
  const say = useTranslations();
  const { admin, apps, roles = [] } = user;
  const { data: applications } = useQuery(applicationsQuery);
  if (admin) return t('allApplications');
  const opened = applications?.filter(({ id }) => apps.includes(id)) ?? [];
  const names = opened.map((application) => {
    const role = roles.find(({ appId }) => appId === application.id);
    return role === undefined ? application.name : roleInWords(say, role, application);
  });
  if (names.length === 0) return <span className={styles.none}>{t('noApplications')}</span>;
  const first = names.slice(0, SHOWN).join(', ');
  const more = names.length - SHOWN;
  return (
    <span className={styles.names} title={names.join(', ')}>
      {more > 0 ? t('applicationsAndMore', { names: first, count: more }) : first}
    </span>
  );
}
