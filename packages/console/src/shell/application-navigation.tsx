import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, NavLink, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { pathWith, SIDEBAR_SECTIONS } from '../base/sections.ts';
import { applicationsQuery } from '../data/application-queries.ts';
import { useEnvironmentChoice } from '../data/stored/chosen-environment.ts';
import { useSession } from '../data/stored/session.ts';
import { useFavourites } from '../parts/favourite/use-favourites.ts';
import { WaitingRequests } from '../parts/requests/waiting-requests.tsx';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { fewOf, MANY_ENVIRONMENTS } from '../parts/status/many-environments.ts';
import { ActionIcon } from '../ui/controls/action-icon.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { matches } from '../ui/list/matches.ts';
import styles from './sidebar.module.css';

/** From this number of applications on, a filter is quicker than looking. */
const FILTER_FROM = 7;
/** Of many environments, so many are listed. */
const FEW = 4;

/** The list of applications. One is open: that of the current screen, until the user opens another. */
export function ApplicationNavigation() {
  const t = useTranslations('layout');
  const isAdmin = useSession()?.is_admin === true;
  const { data: applications } = useQuery(applicationsQuery);
  const { appId } = useParams();
  const [chosen, setChosen] = useState<{ readonly at?: string; readonly openId?: string }>({});
  const [filter, setFilter] = useState('');
  const openId = chosen.at === appId && 'openId' in chosen ? chosen.openId : appId;
  const found = applications?.filter(({ name }) => matches(name, filter)) ?? [];
  const favourites = useFavourites();
  // The current application comes first, so that its entries are in view; then the favourites.
  const place = ({ id }: ApplicationSummary) => (id === appId ? 0 : favourites.ids.has(id) ? 1 : 2);
  const shown = [...found].sort((left, right) => place(left) - place(right));

  return (
    <div className={styles.applications}>
      <div className={styles.headingRow}>
        <h2 className={styles.heading}>{t('applications')}</h2>
        {isAdmin && (
          <ActionIcon
            component={Link}
            to={pathTo('newApplication')}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('newApplication')}
            title={t('newApplication')}
          >
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </div>
      {(applications?.length ?? 0) >= FILTER_FROM && (
        <TextInput
          size="xs"
          className={styles.filter}
          aria-label={t('filterApplications')}
          placeholder={t('filterApplications')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {applications?.length === 0 && (
        <p className={styles.none}>{isAdmin ? t('noApplications') : t('askForAccess')}</p>
      )}
      {found.length === 0 && filter !== '' && <p className={styles.none}>{t('noneMatches')}</p>}
      <div className={styles.scrolled}>
        <ul className={styles.list}>
          {shown.map((application) => (
            <ApplicationEntry
              key={application.id}
              application={application}
              isOpen={application.id === openId}
              onToggle={() =>
                setChosen({
                  ...(appId === undefined ? {} : { at: appId }),
                  ...(application.id === openId ? {} : { openId: application.id }),
                })
              }
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

interface ApplicationEntryProps {
  readonly application: ApplicationSummary;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function ApplicationEntry(props: ApplicationEntryProps) {
  const { application, isOpen, onToggle } = props;
  const t = useTranslations();
  const panelId = useId();
  const { envId } = useParams();
  const { id: appId, name, environments } = application;
  const chosenId = useEnvironmentChoice(appId) ?? envId;
  const [showsAll, setShowsAll] = useState(false);
  const isMany = environments.length >= MANY_ENVIRONMENTS;
  const shown = isMany && !showsAll ? fewOf(environments, chosenId, FEW) : environments;
  // The playground needs one environment: the one on the screen, else the first.
  const asked = environments.find(({ id }) => id === envId) ?? environments[0];
  return (
    <li>
      <button
        type="button"
        className={styles.application}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={onToggle}
      >
        <IconChevronRight size={15} aria-hidden />
        <span title={name}>{name}</span>
      </button>
      <div id={panelId} hidden={!isOpen} className={styles.panel}>
        <h3 className={styles.subheading}>{t('layout.environments')}</h3>
        <ul className={styles.list}>
          {shown.map((environment) => (
            <li key={environment.id}>
              <NavLink
                className={styles.entry ?? ''}
                to={pathTo('experiments', { appId, envId: environment.id })}
              >
                <EnvironmentDot environment={environment} />
                <span title={environment.name}>{environment.name}</span>
              </NavLink>
            </li>
          ))}
        </ul>
        {isMany && (
          <button
            type="button"
            className={`${styles.entry} ${styles.all}`}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll
              ? t('layout.fewerEnvironments')
              : t('layout.allEnvironments', { count: environments.length })}
          </button>
        )}
        {SIDEBAR_SECTIONS.map((section) => {
          const { list, title } = section;
          const path = pathWith(list, { appId, envId: asked?.id });
          if (path === undefined) return null;
          const isOnlyWhereUsed = 'isOnlyWhereUsed' in section;
          if (isOnlyWhereUsed && !usesRequests(application)) return null;
          return (
            <NavLink key={list} className={styles.entry ?? ''} to={path}>
              {t(title)}
              {isOnlyWhereUsed && isOpen && <WaitingRequests appId={appId} />}
            </NavLink>
          );
        })}
      </div>
    </li>
  );
}

/** Without a request and a policy, changes are saved at once, and there is nothing to look at. */
function usesRequests({ openRequests = 0, environments }: ApplicationSummary): boolean {
  return openRequests > 0 || environments.some(({ changePolicy }) => changePolicy !== undefined);
}
