import type { KindOfKey } from '@comporta/contract/keys/environment-key-api';
import { and, eq, gt, inArray, lte, sql as raw, type SQL } from 'drizzle-orm';
import type { Log } from '../../platform/base/log.ts';
import { takeApplication } from '../../platform/callers/application-scope.ts';
import { CHANGES_CHANNEL } from '../../platform/changes/changes.ts';
import type { Sql } from '../../platform/database/database.ts';
import { forEachOne } from '../../platform/database/each-one.ts';
import { doPeriodically, type PeriodicWork } from '../../platform/database/periodic-work.ts';
import { applications, clientAccess, environments, formerKeys } from '../../tables/applications.ts';

/**
 * Whether the row's key was replaced by the present one. A release without this table replaces keys, too, and then every
 * former one ends at once.
 */
const IS_FORMER = raw<boolean>`${formerKeys.replacedBy} =
  case ${formerKeys.kind} when 'server' then ${environments.keyHash} else ${clientAccess.keyHash} end`;

function selectFormerKeys(sql: Sql, which: SQL | undefined) {
  return sql
    .select({
      environmentId: formerKeys.environmentId,
      kind: formerKeys.kind,
      keyHash: formerKeys.keyHash,
      createdAt: formerKeys.createdAt,
      seenAt: formerKeys.seenAt,
      endsAt: formerKeys.endsAt,
    })
    .from(formerKeys)
    .innerJoin(environments, eq(environments.id, formerKeys.environmentId))
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(and(which, IS_FORMER));
}

export type FormerKeyRow = Awaited<ReturnType<typeof selectFormerKeys>>[number];

/** The former keys of an environment, at most one of each kind, also those that ended and were not swept yet. */
export function readFormerKeys(sql: Sql, environmentId: string): Promise<FormerKeyRow[]> {
  return selectFormerKeys(sql, eq(formerKeys.environmentId, environmentId));
}

/** The former environment keys of an account that still work. */
export function readFormerKeysOfAccount(sql: Sql, accountId: string): Promise<FormerKeyRow[]> {
  return selectFormerKeys(
    sql,
    and(
      eq(applications.accountId, accountId),
      eq(formerKeys.kind, 'server'),
      gt(formerKeys.endsAt, new Date()),
    ),
  );
}

export interface Replacement {
  readonly environmentId: string;
  readonly kind: KindOfKey;
  /** The key that was present; null when there was none. */
  readonly keyHash: string | null;
  readonly createdAt: Date | null;
  readonly seenAt: Date | null;
  readonly replacedBy: string;
  readonly keepHours: number;
}

const HOUR_MS = 60 * 60_000;

/**
 * Ends the former key of this kind and, for some hours, puts the replaced one in its place. Returns until when that works;
 * undefined when it does not.
 */
export async function keepReplacedKey(
  sql: Sql,
  { keepHours, ...replaced }: Replacement,
): Promise<Date | undefined> {
  const { environmentId, kind, keyHash } = replaced;
  await deleteFormerKey(sql, environmentId, kind);
  if (keyHash === null || keepHours === 0) return undefined;
  const endsAt = new Date(Date.now() + keepHours * HOUR_MS);
  const createdAt = replaced.createdAt ?? undefined;
  await sql.insert(formerKeys).values({ ...replaced, keyHash, createdAt, endsAt });
  return endsAt;
}

/** Returns until when it would have worked; undefined when there is none. */
export async function deleteFormerKey(
  sql: Sql,
  environmentId: string,
  kind: KindOfKey,
): Promise<Date | undefined> {
  const [ended] = await sql
    .delete(formerKeys)
    .where(and(eq(formerKeys.environmentId, environmentId), eq(formerKeys.kind, kind)))
    .returning({ endsAt: formerKeys.endsAt });
  return ended?.endsAt;
}

/** Ended keys open nothing, so that there is no hurry to remove their rows. */
export function keepSweepingFormerKeys(sql: Sql, log: Log): PeriodicWork {
  return doPeriodically(HOUR_MS, () => sweepFormerKeys(sql), log);
}

/**
 * Removes former keys that have ended, in a revision of their own: snapshots of one revision are equal, whenever they are
 * read.
 */
export async function sweepFormerKeys(sql: Sql): Promise<void> {
  const isOver = lte(formerKeys.endsAt, new Date());
  const over = await sql
    .selectDistinct({ applicationId: environments.applicationId })
    .from(formerKeys)
    .innerJoin(environments, eq(environments.id, formerKeys.environmentId))
    .where(isOver);
  await forEachOne(over, ({ applicationId }) =>
    sql.transaction(async (inside) => {
      const application = await takeApplication(inside, applicationId);
      if (application === undefined) return;
      const ids = inside
        .select({ id: environments.id })
        .from(environments)
        .where(eq(environments.applicationId, applicationId));
      const gone = await inside
        .delete(formerKeys)
        .where(and(isOver, inArray(formerKeys.environmentId, ids)))
        .returning({ id: formerKeys.environmentId });
      const { revision } = application;
      await inside
        .update(environments)
        .set({ revision })
        .where(
          inArray(
            environments.id,
            gone.map(({ id }) => id),
          ),
        );
      await inside.execute(raw`select pg_notify(${CHANGES_CHANNEL}, ${applicationId})`);
    }),
  );
}
