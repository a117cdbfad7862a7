import type { Experiment } from '@comporta/contract/experiments/experiment';
import { deleteExperiment } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../../base/help/help-link.tsx';
import { Page } from '../../base/page.tsx';
import { pathTo } from '../../base/paths.ts';
import { useRestorable } from '../../base/use-restorable.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import {
  changeManyExperiments,
  experimentsQuery,
  forgetExperiments,
  removeExperiment,
} from '../../data/experiment-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import type { BulkAction } from '../../parts/bulk/bulk-action.ts';
import { BulkBar } from '../../parts/bulk/bulk-bar.tsx';
import { useExperimentActions } from '../../parts/bulk/use-experiment-actions.tsx';
import { DeleteButton } from '../../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../../ui/dialogs/use-entity-deletion.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { CreateLink } from '../../ui/list/create-link.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { useRowSelection } from '../../ui/list/row-selection.ts';
import { useStatusChange } from '../use-status-change.tsx';
import { useExperimentColumns } from './use-experiment-columns.tsx';

export function ExperimentListPage() {
  const t = useTranslations('experiment');
  const { appId = '', envId = '' } = useParams();
  const isReadOnly = useIsReadOnly();
  const environment = useCurrentEnvironment().environment?.name ?? '';
  const experiments = useQuery(experimentsQuery({ appId, envId }));
  const toggles = useToggles(appId);
  const defaultValueOf = (toggleId: string) => toggles?.get(toggleId)?.defaultValue ?? '…';
  const deletion = useExperimentDeletion({ appId, environment, defaultValueOf });
  const statusChange = useStatusChange({
    environment,
    experiments: experiments.data ?? [],
    defaultValueOf,
  });
  const selection = useRowSelection(experiments.data, idOf, nameOf);
  const bulkActions = useBulkActions({ appId, envId });
  const create = (
    <CreateLink to={pathTo('experiment', { appId, envId, id: 'new' })}>{t('list.new')}</CreateLink>
  );

  const columns = useExperimentColumns({ appId, envId, toggles, defaultValueOf, statusChange });
  const hasNone = experiments.data?.length === 0;

  return (
    <Page title={t('list.title')} {...(!hasNone && { actions: create })} width="list" help="rules">
      <Loaded key={envId} query={experiments} rows={8} isList>
        {(rows) => (
          <>
            <DataList
              label={t('list.title')}
              rows={rows}
              rowKey={idOf}
              columns={columns}
              searchIn={({ toggleName }) => toggleName}
              actions={
                isReadOnly
                  ? undefined
                  : (experiment) => (
                      <DeleteButton
                        name={experiment.toggleName}
                        onClick={() => deletion.ask(experiment)}
                      />
                    )
              }
              selection={selection}
              empty={
                <EmptyState
                  text={t('list.empty', { environment })}
                  help={<HelpLink page="rules" />}
                >
                  {create}
                </EmptyState>
              }
            />
            <BulkBar rows={rows} rowKey={idOf} actions={bulkActions} selection={selection} />
          </>
        )}
      </Loaded>
      {deletion.dialogs}
      {statusChange.dialogs}
    </Page>
  );
}

/** The toggles by id; undefined until they are loaded. */
function useToggles(appId: string): ReadonlyMap<string, Toggle> | undefined {
  const { data: toggles } = useQuery(togglesQuery(appId));
  return useMemo(() => toggles && new Map(toggles.map((toggle) => [toggle.id, toggle])), [toggles]);
}

interface DeletionPlace {
  readonly appId: string;
  readonly environment: string;
  readonly defaultValueOf: (toggleId: string) => string;
}

function useExperimentDeletion({ appId, environment, defaultValueOf }: DeletionPlace) {
  const t = useTranslations('experiment');
  const client = useQueryClient();
  return useEntityDeletion<Experiment, typeof deleteExperiment>({
    endpoint: deleteExperiment,
    title: t('delete.title'),
    confirm: ({ toggleId, toggleName: toggle }) =>
      t('delete.confirm', { toggle, environment, value: defaultValueOf(toggleId) }),
    afterwards: useRestorable(),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    remove: removeExperiment,
    onClosed: () => void forgetExperiments(client, appId),
  });
}

/** The bulk actions of the list of toggles, and the deletion of experiments. */
function useBulkActions({ appId, envId }: { readonly appId: string; readonly envId: string }) {
  const t = useTranslations('bulk');
  const client = useQueryClient();
  const { application, environment } = useCurrentEnvironment();
  const actions = useExperimentActions<Experiment>({
    ...{ appId, environment },
    environments: application?.environments ?? [],
    rowKey: idOf,
    toggleIdOf: ({ toggleId }) => toggleId,
  });
  const remove: BulkAction<Experiment> = {
    name: 'DELETE',
    title: t('title.deleteExperiments', { environment: environment?.name ?? '' }),
    whyNot: () => undefined,
    mustType: true,
    send: (rows) =>
      changeManyExperiments(client, { appId, envId }, { action: 'DELETE', ids: rows.map(idOf) }),
  };
  return [...actions, remove];
}

function idOf({ id }: Experiment): string {
  return id;
}

function nameOf({ toggleName }: Experiment): string {
  return toggleName;
}
