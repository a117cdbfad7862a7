import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { useStatusSending } from '../../parts/status/use-status-sending.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast-store.ts';
import { useEnvironmentChange } from '../use-environment-change.ts';
import type { Entry } from './palette-entry.ts';

/** The actions on the toggle or the experiment of the screen, and the change of the environment. */
export function useScreenActions(): Entry[] {
  const t = useTranslations();
  const { appId = '', id, toggleId: toggleInAddress } = useParams();
  const { application, chosen } = useCurrentEnvironment();
  const changeEnvironment = useEnvironmentChange();
  const sendStatus = useStatusSending();
  const enabled = application !== undefined;
  const mayEdit = useMayEdit();
  const { data: toggles = [] } = useQuery({ ...togglesQuery(appId), enabled });
  const { data: summaries = [] } = useQuery({ ...experimentSummariesQuery(appId), enabled });
  if (application === undefined || chosen === undefined) return [];

  const toggleId = summaries.find((one) => one.id === id)?.toggleId ?? toggleInAddress;
  const toggle = toggles.find((one) => one.id === toggleId);
  const experiment = summaries.find((one) => one.toggleId === toggleId && one.envId === chosen.id);
  const place = { appId, envId: chosen.id };
  const action = (label: string, target: Entry['target'], detail?: string): Entry => {
    return { id: `${label} ${detail}`, group: 'action', label, target, detail };
  };
  const actions: Entry[] = [];
  if (toggle !== undefined && experiment !== undefined && mayEdit(chosen.id)) {
    const name = experiment.status === 'ACTIVE' ? 'pause' : 'restart';
    const what = { toggle: toggle.name, environment: chosen.name };
    actions.push(
      // Sent at once without a confirmation, like the emergency stop of the editor.
      action(
        t(`palette.${name}`, what),
        () => void sendStatus({ ...place, id: experiment.id }, name, what),
      ),
    );
  }
  if (toggle !== undefined) {
    const { name } = toggle;
    const playground = `${pathTo('playground', place)}?toggle=${toggle.id}`;
    actions.push(
      action(t('toggle.list.copyName'), () => void copy(name), name),
      action(t('toggle.list.openInPlayground'), playground, name),
    );
  }
  return [
    ...actions,
    ...application.environments
      .filter((environment) => environment !== chosen)
      .map((environment) =>
        action(t('palette.environment', { environment: environment.name }), () =>
          changeEnvironment(environment),
        ),
      ),
    action(t('palette.newKey'), pathTo('newEnvironmentKey', place), chosen.name),
  ];

  async function copy(name: string) {
    if (await copyText(name)) toast({ text: t('common.copied') });
  }
}
