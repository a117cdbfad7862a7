import type { Change } from '@comporta/contract/nouns/change';
import type { Records } from '@comporta/contract/nouns/records';
import { eq, inArray, sql as raw } from 'drizzle-orm';
import { environments } from '../../tables/applications.ts';
import type { Author, ProviderAuthor } from '../callers/actor.ts';
import type { ApplicationScope } from '../callers/application-scope.ts';
import type { Sql } from '../database/database.ts';
import { insertEntries } from './audit-entries.ts';
import { queueNotification } from './notification-queue.ts';

export const CHANGES_CHANNEL = 'comporta_changes';

/** Records a change of the account itself, such as of its users or account keys. */
export async function recordAccountChange(
  sql: Sql,
  author: Author | ProviderAuthor,
  change: Change,
): Promise<void> {
  await insertEntries(sql, { author, application: undefined }, [() => change]);
}

/** Records what a user did to their own login. Lock the account before the user's rows, as other changes of users do. */
export function recordOwnChange(
  sql: Sql,
  user: Extract<Author, { kind: 'user' }>,
  after: Records['user'],
): Promise<void> {
  const { id, name } = user;
  return recordAccountChange(sql, user, { action: 'EDITED', type: 'user', id, name, after });
}

/** Records something of an application that changes nothing which is evaluated: neither a revision nor a notification. */
export function recordUse(
  recording: Recording,
  change: Omit<Change<'application'>, 'action' | 'type' | 'id' | 'name'>,
): Promise<void> {
  const { id, name } = recording.application;
  return recordSilently(recording, { action: 'EDITED', type: 'application', id, name, ...change });
}

/** The same of a thing that the application has, or had. */
export function recordSilently(
  { sql, actor, application }: Recording,
  change: Change,
): Promise<void> {
  return sql.transaction(async (inside) => {
    await insertEntries(inside, { author: actor, application }, [() => change]);
  });
}

/** The transaction, the author and the application of a change. */
interface Recording {
  readonly sql: Sql;
  readonly actor: Author;
  readonly application: ApplicationScope;
}

/**
 * Records a change inside an application, in the transaction that makes it. Writes the audit entry, the notification
 * for the webhook, and the new revision of every environment whose evaluations it affects (one, or all). All nodes
 * are notified of the revision when the transaction commits.
 */
export function recordChange(
  { sql, actor, application }: Recording,
  change: Change,
): Promise<void> {
  return recordChanges(sql, { actor, application }, [() => change]);
}

/**
 * The same for several changes of one call: one audit entry for each, created lazily, and a single revision and
 * notification. What hears of them (`onChange`) hears of all before the first is written. Call it last in the
 * transaction, because it locks the account.
 */
export async function recordChanges(
  sql: Sql,
  { actor, application }: { readonly actor: Author; readonly application: ApplicationScope },
  changes: readonly (() => Change)[],
): Promise<void> {
  if (changes.length === 0) return;
  const { gathering } = application;
  if (gathering !== undefined) {
    for (const tell of changes) gathering(tell());
    return;
  }
  await requireAdmitted(sql, { actor, application }, changes);
  const following = await hear(sql, { actor, application }, changes);
  for (const change of following.filter(isNews)) {
    await recordNews(sql, { actor, application }, change);
  }
  const others = following.filter((change) => !isNews(change));
  let hasLists = false;
  const touched = new Map<string | undefined, Change>();
  const told = [...others.map((change) => () => change), ...changes];
  const noted = told.map((tell) => () => {
    const change = tell();
    if (change.isServed !== false) touched.set(change.environment?.id, change);
    hasLists ||= LISTS.has(change.type);
    return change;
  });
  const auditSequence = await insertEntries(sql, { author: actor, application }, noted);
  const deleted = touched.get(undefined);
  await queueNotification(sql, {
    applicationId: application.id,
    auditSequence,
    changeCount: changes.length,
    endsApplication: deleted?.type === 'application' && deleted.action === 'DELETED',
  });
  if (touched.size === 0) {
    if (hasLists) await tellNodes(sql, application);
    return;
  }
  const environmentIds = [...touched.keys()].filter((id) => id !== undefined);
  await sql
    .update(environments)
    .set({ revision: application.revision })
    .where(
      touched.has(undefined)
        ? eq(environments.applicationId, application.id)
        : inArray(environments.id, environmentIds),
    );
  await tellNodes(sql, application);
}

/** New ids of a list move no revision, and yet all nodes have to look. Source: LIF-46. */
const LISTS: ReadonlySet<string> = new Set(['idList']);

async function tellNodes(sql: Sql, application: ApplicationScope): Promise<void> {
  await sql.execute(raw`select pg_notify(${CHANGES_CHANNEL}, ${application.id})`);
}

/**
 * Rejects with what the policies of touched environments ask, and what a limited author may not change; asks nothing where
 * there is neither. Source: SAF-20.
 */
export async function requireAdmitted(
  sql: Sql,
  { actor, application }: { readonly actor: Author; readonly application: ApplicationScope },
  changes: readonly (() => Change)[],
): Promise<void> {
  const { restrictions, limits, onChange } = application;
  if ((restrictions ?? limits) === undefined || onChange === undefined) return;
  const made = changes.map((tell) => tell());
  await onChange.admit(sql, { application, author: actor }, made);
}

/** What follows for a change request is a message of its own: its people are others than those of the change. */
function isNews({ type }: Change): boolean {
  return type === 'changeRequest';
}

async function recordNews(
  sql: Sql,
  { actor, application }: { readonly actor: Author; readonly application: ApplicationScope },
  change: Change,
): Promise<void> {
  // Why the change was made, and how it passed policies, is not said of what follows.
  const { request: _request, reason: _reason, bypass: _bypass, ...scope } = application;
  const entry = { author: actor, application: scope };
  const auditSequence = await insertEntries(sql, entry, [() => change]);
  await queueNotification(sql, {
    applicationId: application.id,
    auditSequence,
    changeCount: 1,
    endsApplication: false,
  });
}

/** Tells what hears of an application's changes of them, and returns what follows. Changes are made for it once more. */
async function hear(
  sql: Sql,
  { actor, application }: { readonly actor: Author; readonly application: ApplicationScope },
  changes: readonly (() => Change)[],
): Promise<readonly Change[]> {
  const hearings = (application.onChange?.hearings ?? []).map((begin) => begin());
  const each = hearings.filter((hearing) => hearing.each !== undefined);
  if (each.length > 0) {
    for (const tell of changes) {
      const change = tell();
      for (const hearing of each) hearing.each?.(change);
    }
  }
  const following: Change[] = [];
  for (const [place, hearing] of hearings.entries()) {
    const follows = await hearing.end(sql, application, actor);
    following.push(...follows);
    // Those behind it hear of what follows, too.
    for (const later of hearings.slice(place + 1)) {
      for (const change of follows) later.each?.(change);
    }
  }
  return following;
}
