import {
  experimentDraftSchema,
  experimentEditSchema,
} from '@comporta/contract/experiments/experiment';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { parseBody } from '../../platform/http/parse-shape.ts';
import type { Write } from '../../platform/http/write.ts';
import type {
  EditWrite,
  EntityEdits,
  EntityPlace,
  EntityState,
} from '../../platform/nouns/entity-edits.ts';
import { pauseExperiment, restartExperiment } from '../change-status.ts';
import { deleteExperiment } from '../delete-experiment.ts';
import { findExperiment } from '../experiment-repository.ts';
import { createExperiment, type EditExperiment } from '../save-experiment.ts';

/** The calls of experiments, for changes that are applied later. A status in a body is a pause or a restart. */
export function experimentEdits(editExperiment: EditExperiment): EntityEdits {
  return {
    find: findExperimentState,
    async create(write, body) {
      const call = inEnvironment(write);
      const { id } = await createExperiment({
        ...call,
        body: parseBody(experimentDraftSchema, body),
      });
      if (body.status === 'PAUSED') await pauseExperiment(call, id);
    },
    async update(write, id, body) {
      const call = inEnvironment(write);
      if ('rules' in body)
        await editExperiment({ ...call, body: parseBody(experimentEditSchema, body) }, id);
      if (body.status === 'PAUSED') await pauseExperiment(call, id);
      if (body.status === 'ACTIVE') await restartExperiment(call, id);
    },
    remove: (write, id) => deleteExperiment(inEnvironment(write), id),
  };
}

export async function findExperimentState(
  sql: Sql,
  { environment }: Pick<EntityPlace, 'environment'>,
  id: string,
): Promise<EntityState | undefined> {
  const stored = environment && (await findExperiment(sql, environment.id, id));
  if (stored === undefined) return undefined;
  const { toggleName: name, toggleId, status, rules, salt, buckets, ...saved } = stored;
  return { ...saved, id, name, drawn: { salt, buckets }, body: { toggleId, status, salt, rules } };
}

function inEnvironment(write: EditWrite): Write<'environment'> {
  const { environment } = write;
  if (environment === undefined) throw new Rejection('NOT_FOUND');
  return { ...write, environment };
}
