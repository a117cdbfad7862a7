import { found } from '../platform/base/found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { ApplicationScope } from '../platform/identity/application-scope.ts';
import { auditOf } from './application-audit.ts';
import {
  deleteApplicationRow,
  deleteContents,
  findApplication,
  waitForGrants,
} from './application-repository.ts';

interface Delete {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly ifMatch: number | undefined;
}

/** Deletes the application with everything in it; the account keeps the entry that says so. */
export async function deleteApplication({
  sql,
  actor,
  application,
  ifMatch,
}: Delete): Promise<void> {
  const before = found(await findApplication(sql, application.id));
  requireVersion(before, ifMatch);
  await waitForGrants(sql, application.id);
  // The most work comes before the account is taken, so that others who save wait as little as they can.
  await deleteContents(sql, before);
  // Recorded first: who is to be told of it stands in the row that goes.
  await recordChange(sql, actor, application, {
    action: 'DELETED',
    type: 'application',
    id: application.id,
    name: before.name,
    before: auditOf(before),
  });
  await deleteApplicationRow(sql, application.id);
}
