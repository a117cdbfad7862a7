import { isSameJson } from '@comporta/contract/canonical-json';
import { type Merged, mergeParts } from '@comporta/contract/change-requests/merge-parts';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import type { Change } from '@comporta/contract/nouns/change';
import type { EntityState } from '../platform/nouns/entity-edits.ts';
import type { KeptEdit } from '../tables/change-requests.ts';
import type { Reading } from './requests.ts';

/** What an edit changes, as it is stored now; undefined when it does not exist. */
export function findEdited(
  { sql, application, environments, edits }: Reading,
  { type, id, environmentId }: Pick<KeptEdit, 'type' | 'id' | 'environmentId'>,
): Promise<EntityState | undefined> {
  const environment = environments.find((one) => one.id === environmentId);
  return edits[type].find(sql, { application, environment }, id);
}

/**
 * Edits of several steps as one of each thing: the base of the first, and the result of the last. Things stand in the
 * order in which they are applied. Source: SAF-13.
 */
export function combined(edits: readonly KeptEdit[]): KeptEdit[] {
  const byId = new Map<string, KeptEdit>();
  for (const edit of edits) {
    const first = byId.get(edit.id);
    byId.set(
      edit.id,
      first ? { ...edit, base: first.base, drawn: edit.drawn ?? first.drawn } : edit,
    );
  }
  return inOrder([...byId.values()], ({ type, result }) => ({ type, isDeletion: result === null }));
}

const ORDER = ['property', 'targetGroup', 'toggle', 'experiment'] as const;

/** Things stand before those that use them, and are deleted after them; others keep their order. */
export function inOrder<Item>(
  items: readonly Item[],
  about: (item: Item) => { readonly type: KeptEdit['type']; readonly isDeletion: boolean },
): Item[] {
  const rank = (item: Item) => {
    const { type, isDeletion } = about(item);
    const place = ORDER.indexOf(type);
    // An experiment that goes makes room for another one of its toggle.
    if (isDeletion) return type === 'experiment' ? -1 : 2 * ORDER.length - place;
    return place;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}

/** What becomes of an edit beside what others stored meanwhile. */
export function mergedWith(edit: KeptEdit, theirs: Body | null): Merged {
  const merged = mergeParts(edit.type, { base: edit.base, mine: edit.result, theirs });
  if (!('merged' in merged) || merged.merged === null || edit.type !== 'experiment') return merged;
  // The toggle of an experiment never changes, and is none of its parts.
  const toggleId = (edit.result ?? edit.base)?.toggleId;
  return { merged: { ...(toggleId !== undefined && { toggleId }), ...merged.merged } };
}

/** The change that leads from one state of a thing to another, as far as it tells whom it touches. */
export function changeOf(
  { type, id, name, environmentId }: KeptEdit,
  { before, after }: { readonly before: Body | null; readonly after: Body | null },
  environments: Reading['environments'],
): Change | undefined {
  if (isSameJson(before, after)) return undefined;
  const action = before === null ? 'CREATED' : after === null ? 'DELETED' : 'EDITED';
  const environment = environments.find((one) => one.id === environmentId);
  // `touchedEnvironments` compares members by their names, which records and bodies have alike.
  return {
    type,
    id,
    name,
    action,
    ...(before !== null && { before }),
    ...(after !== null && { after }),
    ...(environment && { environment }),
  } as unknown as Change;
}

type Some = readonly (Change | undefined)[];

/** Reads what tells the environments whose users get something else by some of these changes. */
export async function readTouchedBy(
  { sql, application, environments }: Reading,
  changes: Some,
): Promise<(some: Some) => string[]> {
  const made = changes.filter((change) => change !== undefined);
  const environmentsOf = await application.onChange?.readEnvironmentsOf(sql, application.id, made);
  return (some) => {
    const touched = new Set(some.flatMap((change) => (change && environmentsOf?.(change)) ?? []));
    return environments.filter(({ id }) => touched.has(id)).map(({ id }) => id);
  };
}

/** Whether an edit only pauses an experiment where the policy asks nothing of that, and freezes let it. Source: SAF-23. */
export function isFreeStop(
  { action, environmentId }: Pick<KeptEdit, 'action' | 'environmentId'>,
  environments: Reading['environments'],
): boolean {
  const place = environments.find(({ id }) => id === environmentId);
  return action === 'PAUSE' && place?.policy?.pauseDirectly !== false;
}
