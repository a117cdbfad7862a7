import type { AuditAction, EntityType } from '@comporta/contract/audit-logs/audit-log';
import { eq, sql as raw } from 'drizzle-orm';
import { environments } from '../../tables/applications.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import type { Sql } from '../database/database.ts';
import { type Actor, type Author, auditActorOf } from '../identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../identity/application-scope.ts';
import { takeAuditNumbers } from './audit-numbers.ts';
import { queueNotification } from './notification-queue.ts';
import type { Records } from './records.ts';

export const CHANGES_CHANNEL = 'comporta_changes';

/** A change of one kind of entity, or of any. */
export type Change<Type extends EntityType = EntityType> = {
  readonly [One in Type]: ChangeOf<One>;
}[Type];

interface ChangeOf<Type extends EntityType> {
  readonly action: AuditAction;
  readonly type: Type;
  readonly id: string;
  readonly name: string;
  /** Absent where nothing was before, or nothing is after. */
  readonly before?: Records[Type] | undefined;
  readonly after?: Records[Type] | undefined;
  readonly environment?: EnvironmentScope | undefined;
}

/** Records a change of the account itself: users, account keys. */
export async function recordAccountChange(sql: Sql, author: Author, change: Change): Promise<void> {
  await insertEntry(sql, author, change, undefined);
}

/**
 * Records a change inside an application, in the transaction that makes it: the audit entry, the news
 * for its webhook, and for every environment whose answers it touches (one, or all of them) the new
 * revision, told to all nodes when the transaction commits.
 */
export async function recordChange(
  sql: Sql,
  actor: Actor,
  application: ApplicationScope,
  change: Change,
): Promise<void> {
  const auditSequence = await insertEntry(sql, actor, change, application);
  await queueNotification(sql, {
    applicationId: application.id,
    auditSequence,
    endsApplication: change.type === 'application' && change.action === 'DELETED',
  });
  await sql
    .update(environments)
    .set({ revision: application.revision })
    .where(
      change.environment === undefined
        ? eq(environments.applicationId, application.id)
        : eq(environments.id, change.environment.id),
    );
  await sql.execute(raw`select pg_notify(${CHANGES_CHANNEL}, ${application.id})`);
}

async function insertEntry(
  sql: Sql,
  author: Author,
  change: Change,
  application: ApplicationScope | undefined,
): Promise<number> {
  const numbers = await takeAuditNumbers(sql, author.accountId, application?.id);
  const [entry] = await sql
    .insert(auditEntries)
    .values({
      ...numbers,
      accountId: author.accountId,
      applicationId: application?.id,
      applicationName: application?.name,
      environmentId: change.environment?.id,
      environmentName: change.environment?.name,
      revision: application?.revision,
      action: change.action,
      entityType: change.type,
      entityId: change.id,
      entityName: change.name,
      actor: auditActorOf(author),
      before: change.before,
      after: change.after,
      // Not when the transaction began: it may have waited for others, and entries stand in order.
      at: raw`clock_timestamp()`,
    })
    .returning({ sequence: auditEntries.sequence });
  return (entry as { sequence: number }).sequence; // An insert of one row returns it.
}
