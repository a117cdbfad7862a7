import { isDeepStrictEqual } from 'node:util';
import type { DocumentToggle } from '@comporta/contract/transfer/application-document';
import { change, type ImportContext } from './import-context.ts';

/** Creates and changes toggles; values that the document no longer has stay until no rule can return them. */
export async function importToggles(
  context: ImportContext,
  toggles: readonly DocumentToggle[],
): Promise<void> {
  const { call, saves, before, ids } = context;
  const known = new Map(before.toggles.map((one) => [one.entity.name, one]));
  for (const document of toggles) {
    const { name } = document;
    const stored = known.get(name);
    const toggle = withKeptFields(document, stored?.entity);
    if (stored === undefined) {
      const what = { action: 'CREATE', type: 'toggle', name } as const;
      const created = await change(context, what, () =>
        saves.toggles.create({ ...call, body: toggle }),
      );
      ids.toggles.set(name, created.id);
    } else if (!isDeepStrictEqual(stored.entity, toggle)) {
      const what = { action: 'UPDATE', type: 'toggle', name } as const;
      const body = withValuesOf(toggle, stored.entity);
      await change(context, what, () => saves.toggles.edit({ ...call, body }, stored.id));
    }
  }
}

/** To be called when the rules are those of the document. */
export async function removeToggleValues(
  context: ImportContext,
  toggles: readonly DocumentToggle[],
): Promise<void> {
  const { call, saves, before } = context;
  const known = new Map(before.toggles.map((one) => [one.entity.name, one]));
  for (const document of toggles) {
    const stored = known.get(document.name);
    const toggle = withKeptFields(document, stored?.entity);
    if (stored === undefined || withValuesOf(toggle, stored.entity) === toggle) continue;
    // Noted as an update already, when the new values were added.
    const silently = { ...context, changes: [] };
    const what = { action: 'UPDATE', type: 'toggle', name: toggle.name } as const;
    await change(silently, what, () => saves.toggles.edit({ ...call, body: toggle }, stored.id));
  }
}

/** The toggle itself when it loses none of its values. Text, because values of two toggles seldom fit one type. */
function withValuesOf<Document extends DocumentToggle>(toggle: Document, stored: DocumentToggle) {
  const removed = stored.values.filter((value) => !toggle.values.includes(value));
  if (removed.length === 0) return toggle;
  return { ...toggle, values: [...toggle.values, ...removed], valueType: 'STRING' as const };
}

/** What a document of before does not say stays as it is stored. */
function withKeptFields(toggle: DocumentToggle, stored: DocumentToggle | undefined) {
  const { availableToClients = stored?.availableToClients } = toggle;
  return { ...toggle, availableToClients };
}
