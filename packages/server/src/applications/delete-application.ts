import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { applicationAudit } from './application-audit.ts';
import {
  deleteApplicationRow,
  deleteContents,
  findApplication,
  waitForGrants,
} from './application-repository.ts';

/** Deletes the application with everything in it; the account keeps the entry that says so. */
export async function deleteApplication({
  sql,
  actor,
  application,
  ifMatch,
}: Write<'application'>): Promise<void> {
  const before = orNotFound(await findApplication(sql, application.id));
  requireVersion(before, ifMatch);
  await waitForGrants(sql, application.id);
  // The most work comes before the account is taken, so that others who save wait as little as they can.
  await deleteContents(sql, before);
  // Recorded first: who is to be told of it stands in the row that goes.
  await recordChange(
    { sql, actor, application },
    {
      action: 'DELETED',
      type: 'application',
      id: application.id,
      name: before.name,
      before: applicationAudit(before),
    },
  );
  await deleteApplicationRow(sql, application.id);
}
