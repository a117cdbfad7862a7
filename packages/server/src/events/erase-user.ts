import { UID_MAX_BYTES } from '@comporta/contract/events/event';
import { Rejection } from '../platform/base/rejection.ts';
import type { Author } from '../platform/callers/actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  takeApplication,
} from '../platform/callers/application-scope.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { findPropertyId } from './operator-repository.ts';

/** Whom to erase: a user, or a value of a property by which splits are measured. */
export interface Erased {
  readonly value: string;
  readonly propertyId?: string | undefined;
}

/** Deletes the events and exposures of a unit from whatever event store is used; answers the number of records. */
export type Erase = (sql: Sql, environmentId: string, erased: Erased) => Promise<number>;

/** The names of an application's id lists that have a value. */
export type FindLists = (sql: Sql, applicationId: string, value: string) => Promise<string[]>;

interface Erasing {
  readonly actor: Author;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
  readonly erased: Erased;
}

/** A user, or a value of the property with a key. */
export interface AskedToErase {
  readonly uid: string;
  readonly property: string;
  readonly value: string;
}

/**
 * Erases a user, or what is known of a value of a property; rejects with INVALID_BODY when uid or value is empty or too
 * long, and with NO_PROPERTY when no property has the key. Rows of an organisation hold no person, so erasing a person
 * leaves them. Id lists are of people's own making: those that have the value are named. Source: RUL-37, LIF-91.
 */
export async function eraseUser(
  { sql, actor, application, environment, body }: Write<'environment', AskedToErase>,
  { erase, findLists }: { readonly erase: Erase; readonly findLists: FindLists },
): Promise<{ readonly count: number; readonly idLists: string[] }> {
  const erased = await erasedOf(sql, application.id, body);
  const count = await eraseAndRecord(sql, { actor, application, environment, erased }, erase);
  return { count, idLists: await findLists(sql, application.id, erased.value) };
}

async function erasedOf(
  sql: Sql,
  applicationId: string,
  { uid, property, value }: AskedToErase,
): Promise<Erased> {
  const isUser = property === '';
  const text = isUser ? uid : value;
  const bytes = Buffer.byteLength(text);
  if (bytes < 1 || bytes > UID_MAX_BYTES) {
    throw new Rejection('INVALID_BODY', { field: isUser ? 'uid' : 'value' });
  }
  if (isUser) return { value: text };
  const propertyId = await findPropertyId(sql, applicationId, property);
  if (propertyId === undefined) throw new Rejection('NO_PROPERTY', { at: ['property'] });
  return { value: text, propertyId };
}

/** The same for the operator of the service; undefined when the application is deleted. */
export function eraseAsOperator(
  sql: Sql,
  {
    environment,
    asked,
  }: {
    readonly environment: EnvironmentScope & { readonly applicationId: string };
    readonly asked: AskedToErase;
  },
  erase: Erase,
): Promise<number | undefined> {
  return sql.transaction(async (inside) => {
    const application = await takeApplication(inside, environment.applicationId);
    if (application === undefined) return undefined;
    const actor = { kind: 'system', accountId: application.accountId } as const;
    const erased = await erasedOf(inside, application.id, asked);
    return eraseAndRecord(inside, { actor, application, environment, erased }, erase);
  });
}

/**
 * Writes an audit entry that a user was erased, without the uid, in the same transaction as the deletion, so that
 * neither exists without the other. Source: RES-34.
 */
async function eraseAndRecord(
  sql: Sql,
  { actor, application, environment, erased }: Erasing,
  erase: Erase,
): Promise<number> {
  const { id, name } = environment;
  const count = await erase(sql, id, erased);
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
