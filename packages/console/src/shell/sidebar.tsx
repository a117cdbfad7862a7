import {
  IconBook,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Brand } from '../base/brand.tsx';
import { isHelpPath } from '../base/help/help-pages.ts';
import { pathTo } from '../base/paths.ts';
import { serviceFactsQuery } from '../data/service-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { ApplicationNavigation } from './application-navigation.tsx';
import styles from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';

/** The navigation: the applications first, then the entries for administrators. */
export function Sidebar() {
  const t = useTranslations('layout');
  const overview = useTranslations('overview');
  const session = useSession();
  const { data: facts } = useQuery(serviceFactsQuery);
  const isAdmin = session?.is_admin === true;
  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <Brand />
        <span className={styles.company}>{session?.company_name}</span>
      </div>
      <nav className={styles.navigation} aria-label={t('navigation')}>
        <Entry to={pathTo('dashboard')} icon={<IconLayoutDashboard size={17} />}>
          {t('dashboard')}
        </Entry>
        <Entry to={pathTo('overview')} icon={<IconListCheck size={17} />}>
          {overview('title')}
        </Entry>
        <ApplicationNavigation />
        {isAdmin && (
          <div className={styles.group}>
            <h2 className={styles.heading}>{t('administration')}</h2>
            <Entry to={pathTo('users')} icon={<IconUsers size={17} />}>
              {t('users')}
            </Entry>
            <Entry to={pathTo('auditLogs')} icon={<IconHistory size={17} />}>
              {t('generalAudit')}
            </Entry>
            {session.plan === 'ON_PREMISE' && (
              <Entry to={pathTo('accountKeys')} icon={<IconKey size={17} />}>
                {t('accountKeys')}
              </Entry>
            )}
            <Entry to={pathTo('providers')} icon={<IconShieldLock size={17} />}>
              {t('signIn')}
            </Entry>
          </div>
        )}
        {facts !== undefined && <Documentation url={facts.documentationUrl} />}
      </nav>
      <UserMenu />
    </div>
  );
}

/** The help, or the company's own documentation on another site. */
function Documentation({ url }: { readonly url: string }) {
  const t = useTranslations('layout');
  if (isHelpPath(url)) {
    return (
      <Entry to={url} icon={<IconBook size={17} />}>
        {t('documentation')}
      </Entry>
    );
  }
  return (
    <a className={styles.entry} href={url} target="_blank" rel="noreferrer">
      <IconBook size={17} aria-hidden />
      {t('documentation')}
    </a>
  );
}

interface EntryProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function Entry({ to, icon, children }: EntryProps) {
  return (
    <NavLink to={to} className={styles.entry ?? ''}>
      <span aria-hidden className={styles.icon}>
        {icon}
      </span>
      {children}
    </NavLink>
  );
}
