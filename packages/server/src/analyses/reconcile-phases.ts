import { takeApplication } from '../platform/callers/application-scope.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { forEachOne } from '../platform/database/each-one.ts';
import { followPhases } from './phases/follow-phases.ts';
import { readUnfollowed } from './reconcile-repository.ts';

/** Opens and ends phases for saves by a release without phases that runs beside this one, at the times of its saves. */
export async function reconcilePhases(sql: Sql): Promise<void> {
  await forEachOne(await readUnfollowed(sql), (id) =>
    sql.transaction(async (inside) => {
      const application = await takeApplication(inside, id);
      if (application === undefined) return;
      const followed = await followPhases(inside, application.id);
      const changes = followed.map((change) => () => change);
      const actor = { kind: 'system', accountId: application.accountId } as const;
      await recordChanges(inside, { actor, application }, changes);
    }),
  );
}
