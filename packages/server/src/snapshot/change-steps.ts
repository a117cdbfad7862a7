import {
  type ChangedIds,
  type ChangeSet,
  changedIdsBetween,
  ofEachKind,
  PART_KINDS,
} from '@comporta/client-core/change-set';
import type { Snapshot } from '@comporta/engine/snapshot';
import { digestOf } from './content-tag.ts';

/** A snapshot, as it is sent, with its content tag. */
export interface Tagged {
  readonly sent: Snapshot;
  readonly tag: string;
}

interface Part {
  readonly id: string;
}

/** What changed from one snapshot of an environment to the next. */
interface Step {
  readonly from: string;
  readonly ids: ChangedIds;
  readonly idCount: number;
}

/** Source: SCL-05. */
const KEPT_STEPS = 100;
const KEPT_IDS = 5_000;

/** Above this, a client fetches the whole snapshot. Source: SCL-02. */
const LARGEST_BYTES = 32 * 1024;
/** What a removed id takes; every other part takes more. */
const SMALLEST_PART_BYTES = 39;

/** The last changes of an environment, from which clients that missed some of them catch up. */
export class ChangeSteps {
  #steps: Step[] = [];
  /** The change sets up to now, by their base: all clients with the same tag get the same text. */
  readonly #texts = new Map<string, string | undefined>();

  record(before: Tagged, after: Tagged): void {
    if (before.tag === after.tag) return;
    const ids = differingIds(before.sent, after.sent);
    const idCount = PART_KINDS.reduce((sum, kind) => sum + ids[kind].size, 0);
    this.#steps.push({ from: before.tag, ids, idCount });
    this.#texts.clear();
    while (this.#isTooMuch()) this.#steps.shift();
  }

  /**
   * The change set, as JSON, from the snapshot with the tag `base` to `now`, the newest; undefined when that is no kept step
   * or nothing, or when the text is too long.
   */
  textSince(base: string, now: Tagged): string | undefined {
    if (base === now.tag) return undefined;
    const first = this.#steps.findLastIndex(({ from }) => from === base);
    if (first === -1) return undefined;
    if (!this.#texts.has(base)) this.#texts.set(base, this.#makeText(first, base, now));
    return this.#texts.get(base);
  }

  #makeText(first: number, from: string, now: Tagged): string | undefined {
    const steps = this.#steps.slice(first);
    const ids = ofEachKind((kind) => new Set(steps.flatMap((step) => [...step.ids[kind]])));
    const idCount = PART_KINDS.reduce((sum, kind) => sum + ids[kind].size, 0);
    if (idCount * SMALLEST_PART_BYTES > LARGEST_BYTES) return undefined;
    const text = JSON.stringify(changeSetOf(ids, from, now));
    return Buffer.byteLength(text) > LARGEST_BYTES ? undefined : text;
  }

  #isTooMuch(): boolean {
    const idCount = this.#steps.reduce((sum, step) => sum + step.idCount, 0);
    return this.#steps.length > KEPT_STEPS || idCount > KEPT_IDS;
  }
}

/** The change set that leads to `now`, of these ids. Lists are in the order of ids. */
export function changeSetOf(ids: ChangedIds, from: string, { sent, tag }: Tagged): ChangeSet {
  const { format, revision, application, environment } = sent;
  const put = {
    properties: partsWith(ids.properties, sent.properties),
    targetGroups: partsWith(ids.targetGroups, sent.targetGroups),
    toggles: partsWith(ids.toggles, sent.toggles),
    experiments: partsWith(ids.experiments, sent.experiments),
  };
  const remove = ofEachKind((kind) => {
    const left = new Set(put[kind].map(({ id }) => id));
    return [...ids[kind]].filter((id) => !left.has(id)).sort();
  });
  const counts = ofEachKind((kind) => sent[kind].length);
  const head = { changes: 1, from, to: tag, format, revision, application, environment } as const;
  return { ...head, put, remove, counts };
}

/** Parts that are other objects, and have another content: after a load from nothing, all objects are other ones. */
export function differingIds(before: Snapshot, after: Snapshot): ChangedIds {
  const ids = changedIdsBetween(before, after);
  return ofEachKind((kind) => withOtherContent(ids[kind], before[kind], after[kind]));
}

function withOtherContent(
  ids: ReadonlySet<string>,
  before: readonly Part[],
  after: readonly Part[],
): ReadonlySet<string> {
  if (ids.size === 0) return ids;
  const digestsBefore = new Map(partsWith(ids, before).map((part) => [part.id, digestOf(part)]));
  const different = new Set(ids);
  for (const part of partsWith(ids, after)) {
    if (digestsBefore.get(part.id) === digestOf(part)) different.delete(part.id);
  }
  return different;
}

function partsWith<Kind extends Part>(ids: ReadonlySet<string>, parts: readonly Kind[]): Kind[] {
  if (ids.size === 0) return [];
  return parts.filter(({ id }) => ids.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
}
