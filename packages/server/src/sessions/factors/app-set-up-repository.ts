import { and, eq, gt, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { challenges } from '../../tables/identity.ts';

/** The sealed secret that the user was given last; undefined when that was too long ago. */
export async function findBegunApp(sql: Sql, userId: string): Promise<string | undefined> {
  const [begun] = await sql
    .select({ data: challenges.data })
    .from(challenges)
    .where(and(isOf(userId), gt(challenges.expiresAt, raw`clock_timestamp()`)))
    .for('update');
  return begun && (begun.data as { readonly sealed: string }).sealed; // As `beginApp` stores it.
}

export async function forgetBegunApp(sql: Sql, userId: string): Promise<void> {
  await sql.delete(challenges).where(isOf(userId));
}

function isOf(userId: string) {
  return and(eq(challenges.userId, userId), eq(challenges.kind, 'APP'));
}
