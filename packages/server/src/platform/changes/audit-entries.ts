import { isProduction } from '@comporta/contract/applications/production';
import type { Change } from '@comporta/contract/nouns/change';
import { sql as raw } from 'drizzle-orm';
import { type AuditedRequest, auditEntries } from '../../tables/audit-entries.ts';
import { type Author, auditActorOf, type ProviderAuthor } from '../callers/actor.ts';
import type { ApplicationScope } from '../callers/application-scope.ts';
import type { Sql } from '../database/database.ts';
import { batchesOf, insertionOf } from '../database/write-rows.ts';
import { takeAccountNumbers, takeApplicationNumbers } from './audit-numbers.ts';

/** For up to this many entries the row of the account is locked, for about 10 ms; more are numbered later. */
export const NUMBERED_AT_ONCE = 250;

interface EntryContext {
  readonly author: Author | ProviderAuthor;
  readonly application: ApplicationScope | undefined;
}

/**
 * Writes the entries of changes, in their order, and returns the sequence number of the last one. More than
 * NUMBERED_AT_ONCE changes get their numbers in the account's log later, see `numberEntries`.
 */
export async function insertEntries(
  sql: Sql,
  { author, application }: EntryContext,
  changes: readonly (() => Change)[],
): Promise<number> {
  const count = changes.length;
  const lastInApplication =
    application && (await takeApplicationNumbers(sql, application.id, count));
  const lastInAccount =
    count <= NUMBERED_AT_ONCE ? await takeAccountNumbers(sql, author.accountId, count) : undefined;
  const actor = auditActorOf(author);
  let missing = count;
  let sequence: number | undefined;
  for (const batch of batchesOf(changes)) {
    const told = batch.map((tell) => tell());
    const environmentsOf = application && (await readEnvironmentsOf(sql, application, told));
    const rows = told.map((change) => {
      missing -= 1;
      return {
        accountId: author.accountId,
        accountNumber: lastInAccount && lastInAccount - missing,
        applicationNumber: lastInApplication && lastInApplication - missing,
        ...columnsOf(change, application),
        environmentIds: environmentsOf && [
          ...new Set([...environmentsOf(change), ...removedFrom(change, author.accountId)]),
        ],
        actor,
      };
    });
    // Not now(), the start of the transaction: it may have waited for locks, and times must follow the order of numbers.
    const insertion = insertionOf(auditEntries, rows, { at: raw`clock_timestamp()` });
    const inserted = await sql.execute<{ sequence: string }>(raw`${insertion} returning sequence`);
    sequence = Number(inserted.rows.at(-1)?.sequence);
  }
  if (sequence === undefined) throw new Error('there are no changes to record');
  return sequence;
}

function columnsOf(change: Change, application: ApplicationScope | undefined) {
  return {
    applicationId: application?.id,
    applicationName: application?.name,
    environmentId: change.environment?.id,
    environmentName: change.environment?.name,
    revision: application?.revision,
    action: change.action,
    entityType: change.type,
    entityId: change.id,
    entityName: change.name,
    before: change.before,
    after: change.after,
    reason: application?.reason,
    request: application && passedBy(change, application),
  };
}

/** The step that a change is of, or how it passed the policy of its environment. Source: SAF-23, SAF-27. */
function passedBy(
  { action, environment }: Change,
  { request, bypass, restrictions = [] }: ApplicationScope,
): AuditedRequest | undefined {
  if (bypass) return { ...request, bypass };
  if (action !== 'PAUSED' || request?.approvers?.length) return request;
  const asks = restrictions.find(({ id }) => id === environment?.id)?.policy?.approvals ?? 0;
  return asks > 0 ? { ...request, withoutApproval: true } : request;
}

/** Without anything that knows more, the environments that changes name. */
async function readEnvironmentsOf(
  sql: Sql,
  { id, onChange }: ApplicationScope,
  changes: readonly Change[],
): Promise<(change: Change) => readonly string[]> {
  return onChange === undefined
    ? ({ touches = [], environment }) =>
        [...touches, ...(environment === undefined ? [] : [environment])].map((one) => one.id)
    : onChange.readEnvironmentsOf(sql, id, changes);
}

/**
 * The account's id stands for production-like environments that a change removes, because no environment would find its
 * entry any more.
 */
function removedFrom({ type, touches = [] }: Change, accountId: string): string[] {
  return type === 'application' && touches.some(isProduction) ? [accountId] : [];
}
