import type { Change } from '@comporta/contract/nouns/change';
import type { Access } from '@comporta/contract/role';
import { and, eq, sql as raw, type SQL } from 'drizzle-orm';
import { applications, environments } from '../../tables/applications.ts';
import type { AuditedRequest } from '../../tables/audit-entries.ts';
import { isId, newId } from '../base/ids.ts';
import { orNotFound } from '../base/or-not-found.ts';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import { builtOnce } from '../database/pool/built-once.ts';
import { limitsIn, requireAccess } from './access.ts';
import type { Actor, Author } from './actor.ts';

/** The application of a call, after authorisation: it belongs to the actor's account. */
export interface ApplicationScope {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly revision: number;
  /** How many change requests are not closed, as of this write. */
  readonly requestCount: number;
  /** What the changes that are recorded with this scope mean beyond it; absent where nothing else hears of them. */
  readonly onChange?: OnChange;
  /** What its environments ask of changes; absent where none of them asks for anything. */
  readonly restrictions?: readonly Restriction[];
  /** What the author may, where that is less than an editor everywhere may; absent for all others. Source: SAF-20. */
  readonly limits?: Access | undefined;
  /** Why, in the words of the author. */
  readonly reason?: string | undefined;
  /** An administrator has said that policies do not count. */
  readonly bypass?: boolean | undefined;
  /** The changes were approved as they are, or only tried. */
  readonly isAdmitted?: boolean;
  /** They are only tried, or take something back: no freeze keeps them. */
  readonly isFreezeFree?: boolean;
  /** They take something back, by one press: no reason is asked for that was not when they were filed. */
  readonly isReasonFree?: boolean;
  /** Collects changes that are recorded together later, instead of recording each call's own. Source: SAF-03. */
  readonly gathering?: (change: Change) => void;
  /** What a new thing, or a new assignment of users, gets instead of something drawn now. */
  readonly drawn?: Drawn;
  /** The change request whose step this is, for the audit log. */
  readonly request?: AuditedRequest;
}

/** What was drawn when a change was filed, so that it is the same when it is applied. Source: SAF-01. */
export interface Drawn {
  readonly id: string;
  readonly salt?: string | undefined;
  readonly buckets?: number | undefined;
  readonly ruleIds?: ReadonlySet<string>;
}

/** The id of a new thing of the application. */
export function idFor(application: Pick<ApplicationScope, 'drawn'> | undefined): string {
  return application?.drawn?.id ?? newId();
}

/** Hears of the changes of one call, in their transaction: may refuse them, and tells what follows from them. */
export interface Hearing {
  /** Each change, in their order. They are made lazily, and must not be kept. */
  each?(change: Change): void;
  /** After the last one. Returns what follows; its entries stand before those of the changes. */
  end(sql: Sql, application: ApplicationScope, author: Author): Promise<readonly Change[]>;
}

/** An environment, and what changes of it need; null: nothing. */
export type Restriction = Awaited<ReturnType<typeof readRestrictions>>[number];

export interface OnChange {
  /** Refuses changes that the policies of touched environments do not allow as they are. Source: SAF-20. */
  admit(
    sql: Sql,
    admission: { readonly application: ApplicationScope; readonly author: Author },
    changes: readonly Change[],
  ): Promise<void>;
  /** What hears of changes, in this order. */
  readonly hearings: readonly (() => Hearing)[];
  /** Reads what it takes to tell of each of these changes which environments' logs have its entry. Source: SAF-97. */
  readEnvironmentsOf(
    sql: Sql,
    applicationId: string,
    changes: readonly Change[],
  ): Promise<(change: Change) => readonly string[]>;
}

export interface EnvironmentScope {
  readonly id: string;
  readonly name: string;
}

const SCOPE = {
  id: applications.id,
  accountId: applications.accountId,
  name: applications.name,
  revision: applications.revision,
  requestCount: applications.requestCount,
};

/** The next revision, by a program that knows what may refuse it. Source: SAF-84. */
const NEXT_REVISION = {
  revision: raw`${applications.revision} + 1`,
  admittedRevision: raw`${applications.revision} + 1`,
};

const IN_ACCOUNT = and(
  eq(applications.id, raw.placeholder('id')),
  eq(applications.accountId, raw.placeholder('accountId')),
);

/** Every call to an application waits for these. */
const findInAccount = builtOnce((sql) => sql.select(SCOPE).from(applications).where(IN_ACCOUNT));
const lockInAccount = builtOnce((sql) =>
  sql
    .update(applications)
    .set(NEXT_REVISION)
    .where(IN_ACCOUNT)
    // Names the connection after the call until the transaction ends, so that the log of lock waits can show it.
    .returning({
      ...SCOPE,
      restricted: applications.restricted,
      heldBy: raw`set_config('application_name', ${raw.placeholder('by')}, true)`,
    }),
);
const findInApplication = builtOnce((sql) =>
  sql
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(
      and(
        eq(environments.id, raw.placeholder('id')),
        eq(environments.applicationId, raw.placeholder('applicationId')),
      ),
    ),
);

export async function readApplication(
  sql: Sql,
  actor: Actor,
  id: string,
): Promise<ApplicationScope> {
  if (!isId(id)) throw new Rejection('NOT_FOUND');
  const [application] = await findInAccount(sql, { id, accountId: actor.accountId });
  const access = await requireAccess(sql, actor, orNotFound(application).id);
  return { ...orNotFound(application), limits: limitsIn(access) };
}

interface Locking {
  readonly id: string;
  /** The name of the call, for the log of lock waits. */
  readonly by: string;
  readonly onChange: OnChange;
}

/**
 * Locks the application for writing: later writers wait. The returned revision is that of this write.
 * Data of the application that is read afterwards stays valid until the transaction ends. Check the grant before: a
 * caller without one must not block others. Rejects with NOT_FOUND.
 */
export async function lockApplication(
  sql: Sql,
  actor: Actor,
  { id, by, onChange }: Locking,
): Promise<ApplicationScope> {
  const [application] = await lockInAccount(sql, { id, by, accountId: actor.accountId });
  return withRestrictions(sql, { ...orNotFound(application), onChange });
}

/** Reads what environments ask before the write removes one of them; asks nothing where none asks for anything. */
async function withRestrictions<Scope extends ApplicationScope & { readonly restricted: boolean }>(
  sql: Sql,
  application: Scope,
): Promise<ApplicationScope> {
  if (!application.restricted) return application;
  return { ...application, restrictions: await readRestrictions(sql, application.id) };
}

/** What its environments ask now, of a write that will lock it later; undefined where none asks for anything. */
export async function restrictionsNow(
  sql: Sql,
  id: string,
): Promise<readonly Restriction[] | undefined> {
  const [application] = await sql
    .select({ id: applications.id, restricted: applications.restricted })
    .from(applications)
    .where(eq(applications.id, id));
  return application?.restricted ? readRestrictions(sql, application.id) : undefined;
}

/** The freeze that an environment is in at a moment: that which ends last. At its end it is over. */
export function freezeAt(moment: SQL) {
  return raw<{ readonly name: string; readonly until: string } | null>`(
    select jsonb_build_object('name', found.name, 'until', found.ends_at) from freezes as found
    where found.application_id = environments.application_id
      and ${moment} >= found.starts_at and ${moment} < found.ends_at
      and (found.environment_ids is null or environments.id = any(found.environment_ids))
    order by found.ends_at desc limit 1)`;
}

/** The same now, by the clock of the database. */
export const FREEZE_NOW = freezeAt(raw`clock_timestamp()`);

const findRestrictions = builtOnce((sql) =>
  sql
    .select({
      id: environments.id,
      name: environments.name,
      policy: environments.changePolicy,
      freeze: FREEZE_NOW,
    })
    .from(environments)
    .where(eq(environments.applicationId, raw.placeholder('applicationId'))),
);

function readRestrictions(sql: Sql, applicationId: string) {
  return findRestrictions(sql, { applicationId });
}

/**
 * Locks an application for a write of the service or its operator, of which nothing else hears; undefined when it no
 * longer exists.
 */
export async function takeApplication(sql: Sql, id: string): Promise<ApplicationScope | undefined> {
  const [application] = await sql
    .update(applications)
    .set(NEXT_REVISION)
    .where(eq(applications.id, id))
    .returning({ ...SCOPE, restricted: applications.restricted });
  return application && withRestrictions(sql, application);
}

/** Undefined when the application has no such environment. */
export async function findEnvironment(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<EnvironmentScope | undefined> {
  if (!isId(id)) return undefined;
  return (await findInApplication(sql, { id, applicationId }))[0];
}
