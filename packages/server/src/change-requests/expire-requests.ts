import { takeApplication } from '../platform/callers/application-scope.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { forEachOne } from '../platform/database/each-one.ts';
import {
  findForgotten,
  lockForgotten,
  readEnvironments,
  updateRequest,
} from './change-request-repository.ts';
import { requestEdited } from './request-changes.ts';

/** Ends requests that nobody has touched for 90 days, unless their time is still to come. Source: SAF-04. */
export async function sweepRequests(sql: Sql): Promise<void> {
  await forEachOne(await findForgotten(sql), ({ id, applicationId }) =>
    sql.transaction(async (inside) => {
      const application = await takeApplication(inside, applicationId);
      const before = application && (await lockForgotten(inside, id));
      if (application === undefined || before === undefined) return;
      const after = await updateRequest(inside, before, {
        status: 'EXPIRED',
        held: null,
        nextAt: null,
        lookAt: null,
        version: before.version + 1,
      });
      if (before.status === 'DRAFT') return;
      const actor = { kind: 'system', accountId: application.accountId } as const;
      const change = requestEdited(before, after, await readEnvironments(inside, applicationId));
      await recordChange({ sql: inside, actor, application }, change);
    }),
  );
}
