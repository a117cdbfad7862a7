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

/** Deletes the application with everything in it; the account keeps the audit entry about it. */
export async function deleteApplication({
  sql,
  actor,
  application,
  ifMatch,
}: Write<'application'>): Promise<void> {
  const before = orNotFound(await findApplication(sql, application.id));
  requireVersion(before, ifMatch);
  await waitForGrants(sql, application.id);
  // Most of the work comes before the account is locked, so that other writers wait as briefly as possible.
  await deleteContents(sql, before);
  // Recorded before the delete, because the row contains the webhook to notify.
  await recordChange(
    { sql, actor, application },
    {
      action: 'DELETED',
      type: 'application',
      id: application.id,
      name: before.name,
      before: applicationAudit(before),
      touches: before.environments,
    },
  );
  await deleteApplicationRow(sql, application.id);
}
