import { IconFlag, IconStack2 } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../api/api-error.ts';
import { pathTo } from '../base/paths.ts';
import { useRecentPages } from '../base/trail/recent-pages.ts';
import { applicationsQuery } from '../data/application-queries.ts';
import { favouritesQuery } from '../data/favourite-queries.ts';
import { BESIDE } from '../data/query-client.ts';
import { toggleQuery } from '../data/toggle-queries.ts';
import styles from './dashboard-list.module.css';
import { None } from './none.tsx';
import { placeOf } from './place-of.ts';

/** Each toggle takes a call; the sidebar and the list of toggles have all of them. */
const SHOWN = 8;

/** The user's favourites and recently viewed pages. */
export function OwnPlaces() {
  return (
    <div className={styles.pair}>
      <Favourites />
      <Recents />
    </div>
  );
}

interface FavouriteLine {
  readonly id: string;
  readonly name: string;
  readonly to: string;
  /** The application of a toggle, by name. */
  readonly place: string | undefined;
}

function Favourites() {
  const t = useTranslations('dashboard');
  const { data: applications } = useQuery(applicationsQuery);
  const { data: favourites } = useQuery(favouritesQuery);
  const shown = (favourites ?? []).toReversed().slice(0, SHOWN);
  const toggles = useQueries({
    queries: shown.flatMap(({ type, appId, id }) =>
      type === 'toggle' ? [{ ...toggleQuery(appId, id), meta: BESIDE }] : [],
    ),
  }).flatMap(({ data, error }) => (data === undefined || isNotFound(error) ? [] : data));
  if (favourites === undefined || applications === undefined) return null;
  const lines = shown.flatMap(({ type, id, appId }): FavouriteLine[] => {
    const application = applications.find((one) => one.id === appId);
    const toggle = toggles.find((one) => one.id === id);
    if (application === undefined) return [];
    if (type === 'application') {
      return [{ id, name: application.name, to: pathTo('toggles', { appId }), place: undefined }];
    }
    if (toggle === undefined) return [];
    const to = pathTo('toggle', { appId, toggleId: id });
    return [{ id, name: toggle.name, to, place: application.name }];
  });
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('favourites.title')}</h2>
      </div>
      {lines.length === 0 ? (
        <None text={t('favourites.none')} />
      ) : (
        <ul className={styles.list}>
          {lines.map(({ id, name, to, place }) => (
            <li key={id}>
              <span className={styles.place}>
                {place === undefined ? (
                  <IconStack2 size={16} aria-hidden className={styles.icon} />
                ) : (
                  <IconFlag size={16} aria-hidden className={styles.icon} />
                )}
                <Link to={to}>{name}</Link>
              </span>
              {place !== undefined && <span className={styles.time}>{place}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Recents() {
  const t = useTranslations('dashboard.recent');
  const { data: applications } = useQuery(applicationsQuery);
  const recent = useRecentPages();
  if (applications === undefined) return null;
  const lines = recent.flatMap(({ path, name }) => {
    const place = placeOf(path, applications);
    return place === undefined ? [] : [{ path, name, place }];
  });
  if (lines.length === 0) return null;
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
      </div>
      <ul className={styles.list}>
        {lines.slice(0, SHOWN).map(({ path, name, place }) => (
          <li key={path}>
            <span className={styles.text}>
              <Link to={path}>{name}</Link>
            </span>
            <span className={styles.time}>{place}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
