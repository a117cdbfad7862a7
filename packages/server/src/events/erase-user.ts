import { UID_MAX_BYTES } from '@comporta/contract/events/event';
import { Rejection } from '../platform/base/rejection.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import type { Author } from '../platform/identity/actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  takeApplication,
} from '../platform/identity/application-scope.ts';

/** Deletes the events and exposures of a user from whatever event store is used; answers the number of records. */
export type Erase = (sql: Sql, environmentId: string, uid: string) => Promise<number>;

interface Erasing {
  readonly actor: Author;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
  readonly uid: string;
}

/** Erases a user; rejects with INVALID_BODY when the uid is empty or too long. */
export async function eraseUser(
  { sql, actor, application, environment, body }: Write<'environment', { readonly uid: string }>,
  erase: Erase,
): Promise<{ readonly count: number }> {
  const { uid } = body;
  const bytes = Buffer.byteLength(uid);
  if (bytes < 1 || bytes > UID_MAX_BYTES) throw new Rejection('INVALID_BODY', { field: 'uid' });
  return { count: await eraseAndRecord(sql, { actor, application, environment, uid }, erase) };
}

/** The same for the operator of the service; undefined when the application is deleted. */
export function eraseAsOperator(
  sql: Sql,
  {
    environment,
    uid,
  }: {
    readonly environment: EnvironmentScope & { readonly applicationId: string };
    readonly uid: string;
  },
  erase: Erase,
): Promise<number | undefined> {
  return sql.transaction(async (inside) => {
    const application = await takeApplication(inside, environment.applicationId);
    if (application === undefined) return undefined;
    const actor = { kind: 'system', accountId: application.accountId } as const;
    return eraseAndRecord(inside, { actor, application, environment, uid }, erase);
  });
}

/**
 * Writes an audit entry that a user was erased, without the uid, in the same transaction as the deletion, so that
 * neither exists without the other. Source: RES-34.
 */
async function eraseAndRecord(
  sql: Sql,
  { actor, application, environment, uid }: Erasing,
  erase: Erase,
): Promise<number> {
  const { id, name } = environment;
  const count = await erase(sql, id, uid);
  await recordChanges(sql, { actor, application }, [
    () => ({
      action: 'EDITED',
      type: 'environment',
      id,
      name,
      environment: { id, name },
      after: { erasedUser: true },
      isServed: false,
    }),
  ]);
  return count;
}
