import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, NavLink, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../applications/application-queries.ts';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../base/session.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { matches } from '../ui/list/matches.ts';
import styles from './sidebar.module.css';

/** From how many applications on a filter is quicker than looking. */
const FILTER_FROM = 7;

/** Every application; one is open: that of the current screen, until another is opened. */
export function ApplicationNavigation() {
  const t = useTranslations('layout');
  const isAdmin = useSession()?.is_admin === true;
  const { data: applications } = useQuery(applicationsQuery);
  const { appId } = useParams();
  const [chosen, setChosen] = useState<{ readonly at?: string; readonly openId?: string }>({});
  const [filter, setFilter] = useState('');
  const openId = chosen.at === appId && 'openId' in chosen ? chosen.openId : appId;
  const shown = applications?.filter(({ name }) => matches(name, filter)) ?? [];

  return (
    <div className={styles.group}>
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
      {applications?.length === 0 && (
        <p className={styles.none}>{isAdmin ? t('noApplications') : t('askForAccess')}</p>
      )}
    </div>
  );
}

interface ApplicationEntryProps {
  readonly application: ApplicationSummary;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function ApplicationEntry({ application, isOpen, onToggle }: ApplicationEntryProps) {
  const t = useTranslations('layout');
  const panelId = useId();
  const { envId } = useParams();
  const { id: appId, name, environments } = application;
  // The playground asks one environment: the one on the screen, if there is one.
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
        <span>{name}</span>
      </button>
      <div id={panelId} hidden={!isOpen} className={styles.panel}>
        <h3 className={styles.subheading}>{t('environments')}</h3>
        <ul className={styles.list}>
          {environments.map(({ id: envId, name: environment }) => (
            <li key={envId}>
              <NavLink className={styles.entry ?? ''} to={pathTo('experiments', { appId, envId })}>
                <EnvironmentDot name={environment} />
                {environment}
              </NavLink>
            </li>
          ))}
        </ul>
        <NavLink className={styles.entry ?? ''} to={pathTo('toggles', { appId })}>
          {t('toggles')}
        </NavLink>
        <NavLink className={styles.entry ?? ''} to={pathTo('properties', { appId })}>
          {t('properties')}
        </NavLink>
        <NavLink className={styles.entry ?? ''} to={pathTo('targetGroups', { appId })}>
          {t('targetGroups')}
        </NavLink>
        {asked !== undefined && (
          <NavLink
            className={styles.entry ?? ''}
            to={pathTo('playground', { appId, envId: asked.id })}
          >
            {t('playground')}
          </NavLink>
        )}
        <NavLink className={styles.entry ?? ''} to={pathTo('applicationAuditLogs', { appId })}>
          {t('audit')}
        </NavLink>
        <NavLink className={styles.entry ?? ''} to={pathTo('settings', { appId })}>
          {t('settings')}
        </NavLink>
      </div>
    </li>
  );
}
