import { and, desc, eq, inArray, sql as raw } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { applications, environments } from '../tables/applications.ts';
import { changeRequests, freezes } from '../tables/change-requests.ts';

export type StoredFreeze = Omit<typeof freezes.$inferSelect, 'createdAt'>;

const { id, applicationId, name, startsAt, endsAt, environmentIds } = freezes;
const { version, savedBy, savedById, savedAt } = freezes;
const COLUMNS = {
  ...{ id, applicationId, name, startsAt, endsAt, environmentIds },
  ...{ version, savedBy, savedById, savedAt },
};

export function listFreezesOf(sql: Sql, ofApplication: string): Promise<StoredFreeze[]> {
  return sql
    .select(COLUMNS)
    .from(freezes)
    .where(eq(applicationId, ofApplication))
    .orderBy(desc(endsAt), id);
}

export async function findFreeze(
  sql: Sql,
  ofApplication: string,
  freezeId: string,
): Promise<StoredFreeze | undefined> {
  if (!isId(freezeId)) return undefined;
  const [row] = await sql
    .select(COLUMNS)
    .from(freezes)
    .where(and(eq(applicationId, ofApplication), eq(id, freezeId)));
  return row;
}

export function countFreezes(sql: Sql, ofApplication: string): Promise<number> {
  return sql.$count(freezes, eq(applicationId, ofApplication));
}

export async function writeFreeze(sql: Sql, freeze: StoredFreeze): Promise<StoredFreeze> {
  const { id: _id, applicationId: _application, ...set } = freeze;
  const written = await sql
    .insert(freezes)
    .values(freeze)
    .onConflictDoUpdate({ target: id, set })
    .returning(COLUMNS);
  await markRestricted(sql, freeze.applicationId);
  return onlyRow(written);
}

export async function removeFreeze(sql: Sql, freeze: StoredFreeze): Promise<void> {
  await sql.delete(freezes).where(eq(id, freeze.id));
  await markRestricted(sql, freeze.applicationId);
}

/** Stores whether saves are asked anything, and has waiting requests looked at again: a freeze may have ended. */
async function markRestricted(sql: Sql, ofApplication: string): Promise<void> {
  await sql
    .update(applications)
    .set({ restricted: isRestricted(ofApplication) })
    .where(eq(applications.id, ofApplication));
  await sql
    .update(changeRequests)
    .set({ lookAt: changeRequests.nextAt })
    .where(
      raw`${changeRequests.applicationId} = ${ofApplication} and ${changeRequests.lookAt} is not null`,
    );
}

/** Whether an environment has a policy, or a freeze is not over. */
export function isRestricted(ofApplication: unknown) {
  return raw<boolean>`exists (select from ${environments} where application_id = ${ofApplication} and change_policy is not null)
    or exists (select from ${freezes} where application_id = ${ofApplication} and ends_at > clock_timestamp())`;
}

/** Applications whose last freeze is over take writes of older programs again. */
export async function sweepFreezes(sql: Sql): Promise<void> {
  await sql
    .update(applications)
    .set({ restricted: false })
    .where(raw`${applications.restricted} and not (${isRestricted(applications.id)})`);
}

/** Pausing is free in freezes, too, unless the policy asks something of it. Source: SAF-23. */
const NOT_ONLY_STOPS = raw`exists (select
  from jsonb_array_elements(${changeRequests.steps} -> ${changeRequests.currentStep} -> 'edits') as edit
  left join ${environments} on ${environments.id}::text = edit ->> 'environmentId'
  where edit ->> 'action' <> 'PAUSE' or (${environments.changePolicy} ->> 'pauseDirectly')::boolean is false)`;

/** The requests whose next step falls into a freeze. */
export function findStopped(sql: Sql, freeze: StoredFreeze) {
  return sql
    .select({ id: changeRequests.id, number: changeRequests.number, title: changeRequests.title })
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.applicationId, freeze.applicationId),
        inArray(changeRequests.status, ['OPEN', 'RUNNING']),
        raw`${changeRequests.nextAt} between ${freeze.startsAt.toISOString()} and ${freeze.endsAt.toISOString()}`,
        freeze.environmentIds === null
          ? undefined
          : raw`${changeRequests.touchedIds} && ${raw.param(freeze.environmentIds)}::uuid[]`,
        NOT_ONLY_STOPS,
      ),
    )
    .orderBy(changeRequests.number);
}

export async function readEnvironmentNames(
  sql: Sql,
  ofApplication: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(eq(environments.applicationId, ofApplication))
    .orderBy(environments.position);
  return new Map(rows.map((row) => [row.id, row.name]));
}
