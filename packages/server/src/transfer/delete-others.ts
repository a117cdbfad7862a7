import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { change, type ImportContext } from './import-context.ts';

/** Deletes what the document does not have, users of a thing before the thing. Experiments went already. */
export async function deleteOthers(
  context: ImportContext,
  document: ApplicationDocument,
): Promise<void> {
  const { call, saves, before } = context;
  const toggles = new Set(document.toggles.map(({ name }) => name));
  for (const { id, entity } of before.toggles) {
    if (toggles.has(entity.name)) continue;
    await change(context, { action: 'DELETE', type: 'toggle', name: entity.name }, () =>
      saves.toggles.remove(call, id),
    );
  }
  const groups = new Set(document.targetGroups.map(({ name }) => name));
  for (const { id, entity } of before.targetGroups) {
    if (groups.has(entity.name)) continue;
    await change(context, { action: 'DELETE', type: 'targetGroup', name: entity.name }, () =>
      saves.targetGroups.remove(call, id),
    );
  }
  const keys = new Set(document.properties.map(({ key }) => key));
  for (const { id, entity } of before.properties) {
    if (keys.has(entity.key)) continue;
    await change(context, { action: 'DELETE', type: 'property', name: entity.key }, () =>
      saves.properties.remove(call, id),
    );
  }
}
