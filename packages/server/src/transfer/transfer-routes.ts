import { DOCUMENT_LISTS } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import * as api from '@comporta/contract/transfer/transfer-api';
import { speak } from '@comporta/messages/speak';
import { eachMade } from '../platform/base/in-turns.ts';
import { recordUse } from '../platform/changes/changes.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { mapPages } from '../platform/database/in-pages.ts';
import { encodedResult } from '../platform/http/answer.ts';
import type { Lazily } from '../platform/http/encode-in-turns.ts';
import type { LargeWork } from '../platform/http/large/large-work.ts';
import type { JobProgram } from '../platform/http/large/run-job.ts';
import type { Server } from '../platform/http/route.ts';
import type { Stored } from '../platform/nouns/noun.ts';
import type { DocumentPart } from './document-part.ts';
import { documentWords } from './document-words.ts';
import type { EntityRules } from './entity-rules.ts';
import { importApplication } from './import-application.ts';
import { type FileEdits, requestImport } from './request-import.ts';
import type { StoredEnvironment } from './stored-entities.ts';
import { hasMoreThan, readExperiments, readThings } from './transfer-repository.ts';

/** With more entities than this, an import is worth the start of a process. */
const MANY_ENTITIES = 500;

/** The import, which runs here or in a process of its own. */
export function importWork(
  rules: EntityRules,
  file: FileEdits,
): LargeWork<typeof api.importApplication> {
  return {
    isLarge: (sql, { id }) => hasMoreThan(sql, id, MANY_ENTITIES),
    onlyReads: ({ dryRun }) => dryRun === 'true',
    creates: ({ dryRun, asRequest }) => dryRun !== 'true' && asRequest === 'true',
    async handle({ sql, actor, application, query, body, language }) {
      const dryRun = query.dryRun === 'true';
      const deleteOthers = query.deleteOthers === 'true';
      if (query.asRequest === 'true' && !dryRun) {
        const say = speak(language);
        const title =
          query.title ?? say('changeRequest.ofImport', { application: body.application });
        const call = { sql, actor, application, ifMatch: undefined };
        const { start = 'ON_APPROVAL' } = query;
        return requestImport({ call, document: body, deleteOthers, title, start }, rules, file);
      }
      const changes = await importApplication(
        {
          call: { sql, actor, application },
          document: body,
          deleteOthers,
          dryRun,
        },
        rules,
      );
      return { dryRun, changes };
    },
  };
}

interface TransferDependencies {
  readonly rules: EntityRules;
  readonly file: FileEdits;
  readonly importJob: JobProgram;
}

export function transferRoutes(
  { routeLargeRead, routeLarge }: Server,
  { rules, file, importJob }: TransferDependencies,
): void {
  routeLargeRead(api.exportApplication, async (call) => {
    await recordUse(call, { after: { exported: true } });
    return call.sql.transaction(async (moment) => {
      const document = await readDocument(moment, call.application, rules.parts);
      return encodedResult(api.exportApplication, document);
    }, CONSISTENT_READ);
  });
  routeLarge(api.importApplication, importWork(rules, file), importJob);
}

/** A lazy document: most of it is read while it is written to the response. */
async function readDocument(
  sql: Sql,
  { id, name }: { readonly id: string; readonly name: string },
  parts: readonly DocumentPart[],
): Promise<Lazily<ApplicationDocument>> {
  const things = await readThings(sql, id, parts);
  const words = documentWords(things, things.environments);
  const lists = parts.map(({ list, noun, naming }) => {
    const rows: readonly Stored[] = things[list];
    const isLeftOut = rows.length === 0 && DOCUMENT_LISTS[list].safeParse(undefined).success;
    const documentOf = (row: Stored) => naming?.documentOf(row, words) ?? noun.valueOf(row);
    return [list, isLeftOut ? undefined : eachMade(rows, documentOf)] as const;
  });
  const settings = things.environments.flatMap(settingsOf);
  return {
    format: 'comporta-application-1',
    application: name,
    environments: things.environments.map((environment) => environment.name),
    ...(settings.length > 0 && { environmentSettings: settings }),
    // Each list has what its noun makes of its rows.
    ...(Object.fromEntries(lists) as Record<(typeof lists)[number][0], never>),
    experiments: mapPages(readExperiments(sql, id), words.experiment),
  };
}

/** The settings of an environment; an empty list when all have their defaults. */
function settingsOf({ name, production, countBulkAsExposure }: StoredEnvironment) {
  const settings = {
    ...(production !== null && { production }),
    ...(countBulkAsExposure && { countBulkAsExposure }),
  };
  return Object.keys(settings).length === 0 ? [] : [{ name, ...settings }];
}
