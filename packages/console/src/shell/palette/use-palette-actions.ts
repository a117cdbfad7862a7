import { LANGUAGES } from '@comporta/messages/languages';
import { useTranslations } from 'use-intl/react';
import { LANGUAGE_NAMES } from '../../base/language-names.ts';
import { pathTo } from '../../base/paths.ts';
import { SECTIONS, thingPath } from '../../base/sections.ts';
import { useSaveChosenLanguage } from '../../base/use-save-chosen-language.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { isCompact, setCompact } from '../../parts/density/density.ts';
import { useColorScheme } from '../../ui/controls/use-color-scheme.ts';
import type { Entry } from './palette-entry.ts';
import { useScreenActions } from './use-screen-actions.ts';

/** The actions of the palette: on this screen, in this application, and general ones. */
export function usePaletteActions(): Entry[] {
  const t = useTranslations();
  const session = useSession();
  const saveChosenLanguage = useSaveChosenLanguage();
  const { application, environment } = useCurrentEnvironment();
  const { setColorScheme } = useColorScheme();
  const mayEdit = useMayEdit();
  const action = (label: string, target: Entry['target'], detail?: string): Entry => {
    return { id: label, group: 'action', label, target, detail };
  };
  const actions: Entry[] = [];
  if (application !== undefined) {
    const { id: appId, name } = application;
    if (environment !== undefined && mayEdit(environment.id)) {
      const place = { appId, envId: environment.id, id: 'new' };
      actions.push(
        action(
          t('experiment.titleNew', { environment: environment.name }),
          pathTo('experiment', place),
          name,
        ),
      );
    }
    const sections = mayEdit() ? SECTIONS : [];
    actions.push(
      ...sections.flatMap((section) => {
        const path = 'titleNew' in section && thingPath(section.one, { appId, id: 'new' });
        return path ? [action(t(section.titleNew), path, name)] : [];
      }),
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
  return [
    ...useScreenActions(),
    ...actions,
    ...languages,
    ...themes,
    action(t('view.compact'), () => setCompact(!isCompact())),
    action(t('layout.logout'), pathTo('logout')),
  ];
}
