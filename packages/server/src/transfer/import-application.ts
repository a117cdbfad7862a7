import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import type { EnvironmentScope } from '../platform/identity/application-scope.ts';
import { contentsOf } from './application-contents.ts';
import { deleteOthers } from './delete-others.ts';
import type { EntitySaves, Saving } from './entity-saves.ts';
import { idsByNameOf } from './ids-by-name.ts';
import { change, type ImportContext } from './import-context.ts';
import { importProperties, importTargetGroups } from './import-entities.ts';
import { importExperiments } from './import-experiments.ts';
import { importToggles, removeToggleValues } from './import-toggles.ts';
import { requireDistinctNames } from './require-distinct-names.ts';
import { readEntities } from './transfer-repository.ts';
import { withNormalNames } from './with-normal-names.ts';

interface Import {
  readonly call: Saving;
  readonly document: ApplicationDocument;
  readonly deleteOthers: boolean;
}

/**
 * Brings the application to what the document says and returns what that changed. Whatever is refused
 * refuses the whole import: the caller's transaction undoes the rest.
 */
export async function importApplication(
  { call, document: given, deleteOthers: isDeleting }: Import,
  saves: EntitySaves,
): Promise<readonly ImportChange[]> {
  const document = withNormalNames(given);
  requireDistinctNames(document);
  const before = contentsOf(await readEntities(call.sql, call.application.id));
  const context: ImportContext = {
    call,
    saves,
    before,
    ids: idsByNameOf(before),
    deleteOthers: isDeleting,
    changes: [],
  };
  const environments = await importEnvironments(context, document.environments);
  await importProperties(context, document.properties);
  await importTargetGroups(context, document.targetGroups);
  await importToggles(context, document.toggles);
  await importExperiments(context, document.experiments, environments);
  await removeToggleValues(context, document.toggles);
  if (isDeleting) await deleteOthers(context, document);
  return context.changes;
}

/** Returns those of the document. Others stay: with an environment its key would go. */
async function importEnvironments(
  context: ImportContext,
  names: readonly string[],
): Promise<readonly EnvironmentScope[]> {
  const { call, saves, before } = context;
  const known = new Set(before.environments.map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name));
  let all: readonly EnvironmentScope[] = before.environments;
  for (const name of missing) {
    const what = { action: 'CREATE', type: 'environment', name } as const;
    all = await change(context, what, () => saves.addEnvironments(call, [name]));
  }
  return all.filter(({ name }) => names.includes(name));
}
