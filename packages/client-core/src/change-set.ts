import type { Snapshot } from '@comporta/engine/snapshot';

/** The lists of a snapshot, in the order in which a content tag has them. Source: SCL-04. */
export const PART_KINDS = ['properties', 'targetGroups', 'toggles', 'experiments'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Something for each list of a snapshot. */
export type OfEachKind<Item> = { readonly [Kind in PartKind]: Item };

export function ofEachKind<Item>(make: (kind: PartKind) => Item): OfEachKind<Item> {
  return {
    properties: make('properties'),
    targetGroups: make('targetGroups'),
    toggles: make('toggles'),
    experiments: make('experiments'),
  };
}

/** Ids of the parts that are new, gone or another than before. */
export type ChangedIds = OfEachKind<ReadonlySet<string>>;

/** What turns one snapshot of an environment into the next. Tags are entity tags, with quotes. Source: SCL-02. */
export interface ChangeSet
  extends Pick<Snapshot, 'format' | 'revision' | 'application' | 'environment'> {
  readonly changes: typeof CHANGE_SET_FORMAT;
  readonly from: string;
  readonly to: string;
  /** Whole parts, by id. */
  readonly put: Pick<Snapshot, PartKind>;
  readonly remove: OfEachKind<readonly string[]>;
  /** The lengths of the lists afterwards. */
  readonly counts: OfEachKind<number>;
}

export const CHANGE_SET_FORMAT = 1;

/** What a client with this tag does about a change set. Source: SCL-07. */
export function dueWith(
  tag: string | undefined,
  { from, to }: Pick<ChangeSet, 'from' | 'to'>,
): 'CURRENT' | 'APPLY' | 'FETCH' {
  if (tag === to) return 'CURRENT';
  return tag === from ? 'APPLY' : 'FETCH';
}

export function changedIdsIn({ put, remove }: Pick<ChangeSet, 'put' | 'remove'>): ChangedIds {
  return ofEachKind((kind) => new Set([...put[kind].map(({ id }) => id), ...remove[kind]]));
}

/** The same of two snapshots of which unchanged parts are the identical objects. */
export function changedIdsBetween(
  before: Pick<Snapshot, PartKind>,
  after: Pick<Snapshot, PartKind>,
): ChangedIds {
  return ofEachKind((kind) => idsOfDifferent(before[kind], after[kind]));
}

function idsOfDifferent(
  before: readonly { readonly id: string }[],
  after: readonly { readonly id: string }[],
): Set<string> {
  if (before === after) return new Set();
  const different = new Set(after);
  for (const part of before) {
    if (!different.delete(part)) different.add(part);
  }
  return new Set([...different].map(({ id }) => id));
}
