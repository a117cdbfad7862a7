import { LANGUAGES } from '@comporta/messages/languages';
import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery, useCurrentEnvironment } from '../applications/application-queries.ts';
import { LANGUAGE_NAMES } from '../base/language-names.ts';
import { pathTo } from '../base/paths.ts';
import { saveChosenLanguage } from '../base/save-chosen-language.ts';
import { useSession } from '../base/session.ts';
import { togglesQuery } from '../toggles/toggle-queries.ts';

export const GROUPS = ['page', 'toggle', 'environment', 'application', 'action'] as const;
export type Group = (typeof GROUPS)[number];

export interface Entry {
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  readonly detail?: string | undefined;
  /** Where it leads, or what it does. */
  readonly target: string | (() => void);
}

/** Everything that the palette can go to or do, for this user and from this screen. */
export function usePaletteEntries(): Entry[] {
  return [...usePages(), ...useThings(), ...useActions()];
}

function usePages(): Entry[] {
  const t = useTranslations('layout');
  const session = useSession();
  const { application, environment } = useCurrentEnvironment();
  const page = (label: string, target: string, detail?: string): Entry => {
    return { id: target, group: 'page', label, target, detail };
  };
  const pages = [page(t('dashboard'), pathTo('dashboard'))];
  if (application !== undefined) {
    const { id: appId, name } = application;
    pages.push(
      page(t('toggles'), pathTo('toggles', { appId }), name),
      page(t('properties'), pathTo('properties', { appId }), name),
      page(t('targetGroups'), pathTo('targetGroups', { appId }), name),
      page(t('metrics'), pathTo('metrics', { appId }), name),
      page(t('audit'), pathTo('applicationAuditLogs', { appId }), name),
      page(t('settings'), pathTo('settings', { appId }), name),
    );
    const envId = environment?.id ?? application.environments[0]?.id;
    if (envId !== undefined) {
      pages.push(page(t('playground'), pathTo('playground', { appId, envId }), name));
    }
  }
  if (session?.is_admin) {
    pages.push(
      page(t('users'), pathTo('users')),
      page(t('generalAudit'), pathTo('auditLogs')),
      ...(session.plan === 'ON_PREMISE' ? [page(t('accountKeys'), pathTo('accountKeys'))] : []),
    );
  }
  return [
    ...pages,
    page(t('profile'), pathTo('profile')),
    page(t('changePassword'), pathTo('changePassword')),
  ];
}

function useThings(): Entry[] {
  const { appId } = useParams();
  const { application } = useCurrentEnvironment();
  const { data: applications = [] } = useQuery(applicationsQuery);
  const { data: toggles = [] } = useQuery({
    ...togglesQuery(appId ?? ''),
    enabled: appId !== undefined,
  });
  return [
    ...toggles.map((toggle): Entry => {
      const target = pathTo('toggle', { appId: toggle.appId, toggleId: toggle.id });
      const detail = application?.name;
      return { id: target, group: 'toggle', label: toggle.name, detail, target };
    }),
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

function useActions(): Entry[] {
  const t = useTranslations();
  const session = useSession();
  const { application, environment } = useCurrentEnvironment();
  const { setColorScheme } = useMantineColorScheme();
  const action = (label: string, target: Entry['target'], detail?: string): Entry => {
    return { id: label, group: 'action', label, target, detail };
  };
  const actions: Entry[] = [];
  if (application !== undefined) {
    const { id: appId, name } = application;
    if (environment !== undefined) {
      const place = { appId, envId: environment.id, id: 'new' };
      actions.push(
        action(
          t('experiment.titleNew', { environment: environment.name }),
          pathTo('experiment', place),
          name,
        ),
      );
    }
    actions.push(
      action(t('toggle.titleNew'), pathTo('newToggle', { appId }), name),
      action(t('property.titleNew'), pathTo('property', { appId, id: 'new' }), name),
      action(t('targetGroup.titleNew'), pathTo('targetGroup', { appId, id: 'new' }), name),
      action(t('metric.edit.titleNew'), pathTo('metric', { appId, id: 'new' }), name),
    );
  }
  if (session?.is_admin) {
    actions.push(
      action(t('layout.newApplication'), pathTo('newApplication')),
      action(t('user.edit.titleNew'), pathTo('user', { id: 'new' })),
    );
  }
  const languages = LANGUAGES.map((language) =>
    action(LANGUAGE_NAMES[language], () => saveChosenLanguage(language), t('language.label')),
  );
  const themes = (['light', 'dark'] as const).map((scheme) =>
    action(t(`theme.${scheme}`), () => setColorScheme(scheme), t('theme.label')),
  );
  return [...actions, ...languages, ...themes, action(t('layout.logout'), pathTo('logout'))];
}
