import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { LISTED_SECTIONS, pathWith } from '../../base/sections.ts';
import { applicationsQuery, useCurrentEnvironment } from '../../data/application-queries.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import type { Entry, Group } from './palette-entry.ts';
import { usePaletteActions } from './use-palette-actions.ts';

/** Every destination and action of the palette, for this user and this screen. */
export function usePaletteEntries(): Entry[] {
  return [...usePages(), ...useThings(), ...usePaletteActions()];
}

function usePages(): Entry[] {
  const t = useTranslations();
  const session = useSession();
  const { application, environment } = useCurrentEnvironment();
  const page = (label: string, target: string, detail?: string): Entry => {
    return { id: target, group: 'page', label, target, detail };
  };
  const pages = [
    page(t('layout.dashboard'), pathTo('dashboard')),
    page(t('overview.title'), pathTo('overview')),
  ];
  if (application !== undefined) {
    const { id: appId, name } = application;
    const envId = environment?.id ?? application.environments[0]?.id;
    const sections = LISTED_SECTIONS.flatMap(({ list, title }) => {
      const path = pathWith(list, { appId, envId });
      return path === undefined ? [] : [page(t(title), path, name)];
    });
    pages.push(...sections);
  }
  if (session?.is_admin) {
    pages.push(
      page(t('layout.users'), pathTo('users')),
      page(t('layout.generalAudit'), pathTo('auditLogs')),
      ...(session.plan === 'ON_PREMISE'
        ? [page(t('layout.accountKeys'), pathTo('accountKeys'))]
        : []),
      page(t('layout.signIn'), pathTo('providers')),
    );
  }
  return [
    ...pages,
    page(t('layout.profile'), pathTo('profile')),
    page(t('layout.changePassword'), pathTo('changePassword')),
  ];
}

function useThings(): Entry[] {
  const { appId = '' } = useParams();
  const { application } = useCurrentEnvironment();
  const { data: applications = [] } = useQuery(applicationsQuery);
  return [
    ...useThingsOf(appId, application),
    ...applications.flatMap(({ id, name, environments }) =>
      environments.map((environment): Entry => {
        const target = pathTo('experiments', { appId: id, envId: environment.id });
        return { id: target, group: 'environment', label: environment.name, detail: name, target };
      }),
    ),
    ...applications.map(({ id, name }): Entry => {
      return { id, group: 'application', label: name, target: pathTo('toggles', { appId: id }) };
    }),
  ];
}

/** The things of the open application; those of others come from the service, see `useFoundEntries`. */
function useThingsOf(appId: string, application: ApplicationSummary | undefined): Entry[] {
  const enabled = application !== undefined;
  const { data: toggles = [] } = useQuery({ ...togglesQuery(appId), enabled });
  const { data: summaries = [] } = useQuery({ ...experimentSummariesQuery(appId), enabled });
  const { data: groups = [] } = useQuery({ ...targetGroupsQuery(appId), enabled });
  const { data: properties = [] } = useQuery({ ...propertiesQuery(appId), enabled });
  const toggleNames = useMemo(() => new Map(toggles.map(({ id, name }) => [id, name])), [toggles]);
  if (application === undefined) return [];
  const { name: detail, environments } = application;
  const entry = (group: Group, label: string, target: string): Entry => {
    return { id: target, group, label, detail, target };
  };
  return [
    ...toggles
      .filter(({ archived }) => !archived)
      .map(({ id, name }) => entry('toggle', name, pathTo('toggle', { appId, toggleId: id }))),
    ...summaries.map(({ id, envId, toggleId }) => {
      const environment = environments.find((one) => one.id === envId);
      const target = pathTo('experiment', { appId, envId, id });
      const found = entry('experiment', toggleNames.get(toggleId) ?? '', target);
      return { ...found, detail: environment?.name ?? detail };
    }),
    ...groups.map(({ id, name }) =>
      entry('targetGroup', name, pathTo('targetGroup', { appId, id })),
    ),
    ...properties.map(({ id, key }) => entry('property', key, pathTo('property', { appId, id }))),
  ];
}
