import type { ToldState } from '@comporta/contract/lifecycle/lifecycle';
import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql as raw } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { applications } from '../tables/applications.ts';
import { deliveries, type StaleNews } from '../tables/deliveries.ts';
import { toggles, toldStale } from '../tables/toggles.ts';

/** A toggle that is stale, and why. */
export interface StaleToggle {
  readonly id: string;
  readonly state: ToldState;
}

/** A message names so many; the list of the console has all. */
const NAMED = 20;
const APPLICATIONS_AT_ONCE = 100;

/** Has a webhook that is to hear of it, and was not looked at since then. */
function isDue(since: Date) {
  const { notificationWebhook, staleDigest, staleDigestAt } = applications;
  return and(
    eq(staleDigest, 'WEEKLY'),
    isNotNull(notificationWebhook),
    or(isNull(staleDigestAt), lt(staleDigestAt, since)),
  );
}

/** Some of the applications to look at, in random order, so that two nodes seldom look at the same one. */
export async function findDueDigests(
  sql: Sql,
  since: Date,
  except: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql
    .select({ id: applications.id })
    .from(applications)
    .where(and(isDue(since), notInArray(applications.id, [...except])))
    .orderBy(raw`random()`)
    .limit(APPLICATIONS_AT_ONCE);
  return rows.map(({ id }) => id);
}

interface Digest {
  readonly applicationId: string;
  readonly stale: readonly StaleToggle[];
  readonly since: Date;
  readonly now: Date;
}

/** Queues a message about those that were not told yet, unless another node has looked since. */
export async function queueDigest(
  sql: Sql,
  { applicationId, stale, since, now }: Digest,
): Promise<void> {
  const [taken] = await sql
    .update(applications)
    .set({ staleDigestAt: now })
    .where(and(eq(applications.id, applicationId), isDue(since)))
    .returning({ id: applications.id });
  if (taken === undefined) return;
  const ids = raw`${raw.param(stale.map(({ id }) => id))}::uuid[]`;
  const states = raw`${raw.param(stale.map(({ state }) => state))}::text[]`;
  // What is no longer stale is told again when it becomes so once more, such as after a snooze.
  await sql
    .delete(toldStale)
    .where(
      and(eq(toldStale.applicationId, applicationId), raw`${toldStale.toggleId} <> all(${ids})`),
    );
  const told = await sql
    .insert(toldStale)
    .select(
      sql
        .select({
          applicationId: toggles.applicationId,
          toggleId: toggles.id,
          state: raw<ToldState>`stale.state`.as('state'),
          createdAt: raw`${now.toISOString()}::timestamptz`.as('created_at'),
        })
        .from(toggles)
        .innerJoin(
          raw`unnest(${ids}, ${states}) as stale(id, state)`,
          raw`stale.id = ${toggles.id}`,
        )
        .where(eq(toggles.applicationId, applicationId)),
    )
    .onConflictDoNothing()
    .returning({ id: toldStale.toggleId, state: toldStale.state });
  if (told.length === 0) return;
  const news: StaleNews = { kind: 'STALE', count: told.length, items: await named(sql, told) };
  await sql
    .insert(deliveries)
    .values({ id: newId(), applicationId, news, dueAt: raw`statement_timestamp()` });
}

/** The first of them by name. */
async function named(sql: Sql, told: readonly StaleToggle[]): Promise<StaleNews['items']> {
  const stateOf = new Map(told.map(({ id, state }) => [id, state]));
  const rows = await sql
    .select({ id: toggles.id, toggle: toggles.name, ownerId: toggles.ownerId })
    .from(toggles)
    .where(inArray(toggles.id, [...stateOf.keys()]))
    .orderBy(raw`lower(${toggles.name} collate "C")`)
    .limit(NAMED);
  return rows.flatMap(({ id, ...toggle }) => {
    const state = stateOf.get(id);
    return state === undefined ? [] : [{ ...toggle, state }];
  });
}
