import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import type { ForgottenPerson } from '../platform/nouns/forgotten-person.ts';
import { analyses, phases } from '../tables/analyses.ts';
import { applications } from '../tables/applications.ts';

/** Renames the user who stopped an analysis, stored with an id, and the one who opened a phase, stored by name only. */
export async function forgetMeasurer(
  sql: Sql,
  { accountId, id, names, pseudonym }: ForgottenPerson,
): Promise<void> {
  const inAccount = inArray(
    analyses.applicationId,
    sql
      .select({ id: applications.id })
      .from(applications)
      .where(eq(applications.accountId, accountId)),
  );
  await sql
    .update(analyses)
    .set({
      stoppedBy: raw`jsonb_set(${analyses.stoppedBy}, '{name}', to_jsonb(${pseudonym}::text))`,
    })
    .where(and(inAccount, raw`${analyses.stoppedBy} ->> 'id' = ${id}`));
  await sql
    .update(phases)
    .set({ openedBy: pseudonym })
    .where(
      and(
        inArray(phases.openedBy, [...names]),
        inArray(phases.analysisId, sql.select({ id: analyses.id }).from(analyses).where(inAccount)),
      ),
    );
}
