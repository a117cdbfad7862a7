import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../data/stored/session.ts';
import { SignInList } from '../parts/sign-ins/sign-in-list.tsx';
import styles from './own-sessions.module.css';

/** The sign-ins of the user. Administrators see them among those of the company. */
export function OwnSignIns() {
  const t = useTranslations('signIns');
  const isAdmin = useSession()?.is_admin === true;
  return (
    <section aria-labelledby="own-sign-ins" className={styles.sessions}>
      <h3 id="own-sign-ins">{t('own')}</h3>
      {isAdmin ? (
        <p>
          {t('ofCompany')} <Link to={pathTo('signIns')}>{t('ofCompanyLink')}</Link>
        </p>
      ) : (
        <div className={styles.list}>
          <SignInList label={t('own')} hasNames={false} />
        </div>
      )}
    </section>
  );
}
