import { Link, useLocation, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { pathWith, SECTIONS } from '../base/sections.ts';
import { useShownCrumb } from '../base/trail/crumb.ts';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import styles from './breadcrumb.module.css';

/** The place of the current screen: application, environment, kind of thing, and its name. */
export function Breadcrumb() {
  const t = useTranslations();
  const { appId = '', envId = '' } = useParams();
  const { pathname } = useLocation();
  const { application, environment } = useCurrentEnvironment();
  const item = useShownCrumb();
  if (application === undefined) {
    const users = pathTo('users');
    return pathname.startsWith(`${users}/`) && item !== undefined ? (
      <nav aria-label={t('layout.breadcrumb')} className={styles.trail}>
        <ol>
          <li>
            <Link to={users}>{t('layout.users')}</Link>
          </li>
          <Item name={item} />
        </ol>
      </nav>
    ) : null;
  }

  const [list] = SECTIONS.flatMap(({ list, title }) => {
    const path = pathWith(list, { appId, envId });
    const isHere = path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));
    return isHere ? [{ path, title }] : [];
  });
  return (
    <nav aria-label={t('layout.breadcrumb')} className={styles.trail}>
      <ol>
        <li>
          <Link to={pathTo('toggles', { appId })} title={application.name}>
            {application.name}
          </Link>
        </li>
        {environment !== undefined && (
          <li>
            <Link to={pathTo('experiments', { appId, envId })} title={environment.name}>
              {environment.name}
            </Link>
          </li>
        )}
        {list !== undefined && (
          <li>
            <Link to={list.path} title={t(list.title)}>
              {t(list.title)}
            </Link>
          </li>
        )}
        {item !== undefined && <Item name={item} />}
      </ol>
    </nav>
  );
}

function Item({ name }: { readonly name: string }) {
  return (
    <li>
      <span aria-current="page" title={name}>
        {name}
      </span>
    </li>
  );
}
