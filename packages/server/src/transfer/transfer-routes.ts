import * as api from '@comporta/contract/transfer/transfer-api';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { contentsOf, documentOf } from './application-contents.ts';
import type { EntitySaves } from './entity-saves.ts';
import { importApplication } from './import-application.ts';
import { readEntities } from './transfer-repository.ts';

/** Reads an import in a thread. */
const READER = new URL('./read-document.ts', import.meta.url);

export function transferRoutes({ route, routeLarge }: Server, saves: EntitySaves): void {
  route(api.exportApplication, ({ sql, application }) =>
    sql.transaction(
      async (moment) =>
        documentOf(application.name, contentsOf(await readEntities(moment, application.id))),
      CONSISTENT_READ,
    ),
  );
  routeLarge(api.importApplication, READER, async ({ sql, actor, application, query, body }) => {
    const dryRun = query.dryRun === 'true';
    const changes = await attempt(sql, dryRun, (inside) =>
      importApplication(
        {
          call: { sql: inside, actor, application, ifMatch: undefined },
          document: body,
          deleteOthers: query.deleteOthers === 'true',
        },
        saves,
      ),
    );
    return { dryRun, changes };
  });
}

/** Ends a transaction that was only a trial. */
class TrialOver extends Error {}

/** A trial does all the work and takes it back, so that it finds every refusal. */
async function attempt<Result>(
  sql: Sql,
  isTrial: boolean,
  work: (inside: Sql) => Promise<Result>,
): Promise<Result> {
  if (!isTrial) return work(sql);
  let result: { readonly value: Result } | undefined;
  await sql
    .transaction(async (inside) => {
      result = { value: await work(inside) };
      throw new TrialOver();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TrialOver)) throw error;
    });
  if (result === undefined) throw new Error('a trial ended without a result');
  return result.value;
}
