import type { Environment } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';
import type { BulkRow } from '@comporta/contract/bulk';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { changeManyExperiments, experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import type { BulkAction } from './bulk-action.ts';

interface ExperimentActionsOptions<Row> {
  readonly appId: string;
  readonly environment: Environment | undefined;
  /** The environments that experiments can be cloned to, including this one. */
  readonly environments: readonly Environment[];
  readonly rowKey: (row: Row) => string;
  /** Returns the id of the toggle whose experiment a row stands for. */
  readonly toggleIdOf: (row: Row) => string;
}

/** The actions to pause, restart and clone the experiments of one environment, for any kind of row. */
export function useExperimentActions<Row>(
  options: ExperimentActionsOptions<Row>,
): readonly BulkAction<Row>[] {
  const { appId, environment, environments, rowKey, toggleIdOf } = options;
  const t = useTranslations('bulk');
  const client = useQueryClient();
  const { data: summaries = [] } = useQuery(experimentSummariesQuery(appId));
  const mayEdit = useMayEdit();
  const others = environments.filter(({ id }) => id !== environment?.id && mayEdit(id));
  const [destinationId, setDestinationId] = useState('');
  if (environment === undefined || !mayEdit(environment.id)) return [];
  const destination = others.find(({ id }) => id === destinationId) ?? others[0];
  const place = { appId, envId: environment.id };
  const names = { environment: environment.name };
  const near = isProduction(environment);

  const experimentIn = (row: Row, envId: string): ExperimentSummary | undefined =>
    summaries.find((one) => one.toggleId === toggleIdOf(row) && one.envId === envId);
  const ownExperiment = (row: Row) => experimentIn(row, place.envId);

  async function send(rows: readonly Row[], body: Omit<Body, 'ids'>): Promise<readonly BulkRow[]> {
    const rowOf = new Map(rows.map((row) => [ownExperiment(row)?.id ?? '', rowKey(row)]));
    const results = await changeManyExperiments(client, place, { ...body, ids: [...rowOf.keys()] });
    return results.map((result) => ({ ...result, id: rowOf.get(result.id) ?? result.id }));
  }

  const hasStatus = (row: Row, isActive: boolean): string | undefined => {
    const experiment = ownExperiment(row);
    if (experiment === undefined) return t('why.noExperiment', names);
    if ((experiment.status === 'ACTIVE') !== isActive) return undefined;
    return t(isActive ? 'why.active' : 'why.paused');
  };
  const actions: BulkAction<Row>[] = [
    {
      name: 'PAUSE',
      title: t('title.PAUSE', names),
      whyNot: (row) => hasStatus(row, false),
      mustType: near,
      send: (rows) => send(rows, { action: 'PAUSE' }),
      undo: (rows) => send(rows, { action: 'RESTART' }),
    },
    {
      name: 'RESTART',
      title: t('title.RESTART', names),
      whyNot: (row) => hasStatus(row, true),
      mustType: near,
      send: (rows) => send(rows, { action: 'RESTART' }),
      undo: (rows) => send(rows, { action: 'PAUSE' }),
    },
  ];
  if (destination !== undefined) {
    actions.push({
      name: 'CLONE',
      title: t('title.CLONE', names),
      whyNot: (row) => {
        if (ownExperiment(row) === undefined) return t('why.noExperiment', names);
        return experimentIn(row, destination.id) && t('why.cloned');
      },
      fields: (
        <NativeSelect
          label={t('field.destination')}
          value={destination.id}
          onChange={(event) => setDestinationId(event.currentTarget.value)}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ),
      mustType: isProduction(destination),
      send: (rows) => send(rows, { action: 'CLONE', destEnvId: destination.id }),
    });
  }
  return actions;
}

type Body = Parameters<typeof changeManyExperiments>[2];
