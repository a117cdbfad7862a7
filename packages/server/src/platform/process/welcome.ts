import type { Config } from '../config/config.ts';
import type { Sql } from '../database/database.ts';
import { isFirstRun } from '../identity/sign-up.ts';

/** The one line that a person is told at the start: where to go next. */
export async function welcomeLine(sql: Sql, { publicUrl, signup }: Config): Promise<string> {
  return (await isFirstRun(sql, signup))
    ? `Comporta is ready. Create the first account at ${publicUrl}/signup`
    : `Comporta is ready at ${publicUrl}`;
}
