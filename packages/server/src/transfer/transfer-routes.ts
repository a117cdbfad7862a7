import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import * as api from '@comporta/contract/transfer/transfer-api';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import type { LargeWork } from '../platform/http/large/large-work.ts';
import type { Server } from '../platform/http/route.ts';
import { documentWords } from './document-words.ts';
import type { EntityRules } from './entity-rules.ts';
import { importApplication } from './import-application.ts';
import { hasMoreThan, readEntities } from './transfer-repository.ts';

/** What a thread is worth its start for. */
const MANY_ENTITIES = 500;

/** The import, as it is done here or in a thread. */
export function importWork(rules: EntityRules): LargeWork<typeof api.importApplication> {
  return {
    isLarge: (sql, { id }) => hasMoreThan(sql, id, MANY_ENTITIES),
    onlyReads: ({ dryRun }) => dryRun === 'true',
    async handle({ sql, actor, application, query, body }) {
      const dryRun = query.dryRun === 'true';
      const changes = await importApplication(
        {
          call: { sql, actor, application },
          document: body,
          deleteOthers: query.deleteOthers === 'true',
          dryRun,
        },
        rules,
      );
      return { dryRun, changes };
    },
  };
}

export function transferRoutes(
  { route, routeLarge }: Server,
  rules: EntityRules,
  importThread: URL,
): void {
  route(api.exportApplication, ({ sql, application }) =>
    sql.transaction((moment) => readDocument(moment, application), CONSISTENT_READ),
  );
  routeLarge(api.importApplication, importWork(rules), importThread);
}

async function readDocument(
  sql: Sql,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<ApplicationDocument> {
  const entities = await readEntities(sql, id);
  const words = documentWords(entities);
  return {
    format: 'comporta-application-1',
    application: name,
    environments: entities.environments.map((environment) => environment.name),
    properties: entities.properties.map(words.property),
    targetGroups: entities.targetGroups.map(words.targetGroup),
    toggles: entities.toggles.map(words.toggle),
    experiments: entities.experiments.map(words.experiment),
  };
}
