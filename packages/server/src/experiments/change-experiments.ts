import type { ParsedBodyOf } from '@comporta/contract/endpoint';
import type { changeExperiments as endpoint } from '@comporta/contract/experiments/experiment-api';
import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { changeEach } from '../platform/changes/change-each.ts';
import type { Write } from '../platform/http/write.ts';
import { putStatus } from './change-status.ts';
import { findDestination, putClone } from './clone-experiment.ts';
import { takeExperimentAway } from './delete-experiment.ts';
import { findExperiment } from './experiment-repository.ts';

type Bulk = Write<'environment', ParsedBodyOf<typeof endpoint>>;

/** Applies one action to many experiments of an environment. */
export async function changeExperiments(call: Bulk) {
  return changeEach(call, call.body.ids, await changeOf(call));
}

async function changeOf({
  sql,
  application,
  body,
}: Bulk): Promise<(call: Bulk, id: string) => Promise<Change | undefined>> {
  switch (body.action) {
    case 'PAUSE':
      return (call, id) => putStatus(call, id, 'PAUSED');
    case 'RESTART':
      return (call, id) => putStatus(call, id, 'ACTIVE');
    case 'CLONE': {
      const there = await findDestination(sql, application.id, body.destEnvId ?? '');
      return async (call, id) => {
        const source = orNotFound(await findExperiment(call.sql, call.environment.id, id));
        return (await putClone(call, source, there)).change;
      };
    }
    case 'DELETE':
      return takeExperimentAway;
  }
}
