import { isFirstRun } from '../identity/sign-up.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';

/** The line for the person who starts the service, with the URL to open. */
export async function welcomeLine(sql: Sql, { publicUrl, signup }: Config): Promise<string> {
  return (await isFirstRun(sql, signup))
    ? `Comporta is ready. Create the first account at ${publicUrl}/signup`
    : `Comporta is ready at ${publicUrl}`;
}
