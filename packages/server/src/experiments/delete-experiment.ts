import type { Actor } from '../platform/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/application-scope.ts';
import { recordChange } from '../platform/changes.ts';
import type { Sql } from '../platform/database.ts';
import { found } from '../platform/found.ts';
import { requireVersion } from '../platform/versions.ts';
import { auditOf } from './experiment-audit.ts';
import { deleteExperimentRow, findExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readSurroundings } from './surroundings-repository.ts';

interface Delete {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
  readonly ifMatch: number | undefined;
}

export async function deleteExperiment(
  { sql, actor, application, environment, ifMatch }: Delete,
  id: string,
): Promise<void> {
  const experiment = found(await findExperiment(sql, environment.id, id));
  requireVersion(experiment, ifMatch);
  const named = namedIds(experiment.toggleId, experiment.rules);
  const surroundings = await readSurroundings(sql, application.id, named);
  await deleteExperimentRow(sql, id);
  await recordChange(sql, actor, application, {
    action: 'DELETED',
    type: 'experiment',
    id,
    name: experiment.toggleName,
    before: auditOf(experiment, surroundings),
    environment,
  });
}
