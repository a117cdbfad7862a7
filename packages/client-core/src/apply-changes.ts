import type { Snapshot } from '@comporta/engine/snapshot';
import {
  CHANGE_SET_FORMAT,
  type ChangeSet,
  dueWith,
  ofEachKind,
  PART_KINDS,
  type PartKind,
} from './change-set.ts';

/** Why the whole snapshot has to be fetched instead. */
export type NotApplied =
  | 'UNKNOWN_FORMAT'
  | 'MALFORMED'
  | 'OTHER_BASE'
  | 'OTHER_ENVIRONMENT'
  | 'COUNTS_DIFFER';

export type Applied =
  | { readonly snapshot: Snapshot; readonly changes: ChangeSet }
  | { readonly full: NotApplied };

/**
 * The next snapshot of one that is held as it was sent, and of a change set as it came. Unchanged parts, and lists of which
 * no part changed, are the identical objects. Never a guess: what is not as expected is a reason to fetch. Source: SCL-06.
 */
export function applyChanges(held: Snapshot, tag: string | undefined, sent: unknown): Applied {
  if (!isObject(sent) || sent.changes !== CHANGE_SET_FORMAT) return { full: 'UNKNOWN_FORMAT' };
  if (!isChangeSet(sent)) return { full: 'MALFORMED' };
  if (dueWith(tag, sent) !== 'APPLY') return { full: 'OTHER_BASE' };
  if (sent.environment.id !== held.environment.id) return { full: 'OTHER_ENVIRONMENT' };
  const { format, revision, application, environment, counts } = sent;
  const parts = {
    properties: listAfter('properties', held, sent),
    targetGroups: listAfter('targetGroups', held, sent),
    toggles: listAfter('toggles', held, sent),
    experiments: listAfter('experiments', held, sent),
  };
  const snapshot: Snapshot = { ...held, format, revision, application, environment, ...parts };
  const isWhole = PART_KINDS.every((kind) => snapshot[kind].length === counts[kind]);
  return isWhole ? { snapshot, changes: sent } : { full: 'COUNTS_DIFFER' };
}

/** Toggles by name and all else by id, as the service sends them. */
function listAfter<Kind extends PartKind>(
  kind: Kind,
  held: Snapshot,
  { put, remove }: ChangeSet,
): Snapshot[Kind] {
  const before: Snapshot[PartKind] = held[kind];
  const added: Snapshot[PartKind] = put[kind];
  if (added.length === 0 && remove[kind].length === 0) return held[kind];
  const gone = new Set([...remove[kind], ...added.map(({ id }) => id)]);
  const all: Part[] = [...before.filter(({ id }) => !gone.has(id)), ...added];
  const keyOf = (part: Part) => (kind === 'toggles' ? part.name : part.id) ?? '';
  const sorted: unknown = all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted as Snapshot[Kind]; // Parts of one list come from that list and from `put` of the same kind.
}

interface Part {
  readonly id: string;
  readonly name?: string;
}

function isChangeSet(value: Record<string, unknown>): value is Record<string, unknown> & ChangeSet {
  const { from, to, format, revision, application, environment, put, remove, counts } = value;
  const lists = ofEachKind((kind) => {
    const parts = isObject(put) && put[kind];
    const ids = isObject(remove) && remove[kind];
    return (
      Array.isArray(parts) &&
      parts.every((part) => isObject(part) && typeof part.id === 'string') &&
      Array.isArray(ids) &&
      isObject(counts) &&
      typeof counts[kind] === 'number'
    );
  });
  return (
    typeof from === 'string' &&
    typeof to === 'string' &&
    typeof format === 'number' &&
    Number.isSafeInteger(revision) &&
    isObject(application) &&
    isObject(environment) &&
    PART_KINDS.every((kind) => lists[kind])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
