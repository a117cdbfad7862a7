import { found } from '../platform/base/found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/identity/application-scope.ts';
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
