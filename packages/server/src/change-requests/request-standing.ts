import type { Overlap } from '@comporta/contract/change-requests/change-request';
import { type Difference, difference } from '@comporta/contract/change-requests/difference';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import { type RequestState, stateOf } from '@comporta/contract/change-requests/request-state';
import type { Change } from '@comporta/contract/nouns/change';
import type { StoredRequest } from './change-request-repository.ts';
import { digestOf } from './digest.ts';
import { changeOf, findEdited, mergedWith, readTouched } from './edited-things.ts';
import type { Reading } from './requests.ts';

/** How a request stands beside what is stored now. It is computed, and never stored. Source: SAF-08. */
export interface Standing {
  readonly state: RequestState;
  /** Of each edit, by step and place: what is stored after it; undefined where it overlaps with another change. */
  readonly results: ReadonlyMap<string, Body | null | undefined>;
  readonly differences: ReadonlyMap<string, readonly Difference[]>;
  readonly overlaps: readonly Overlap[];
  /** Ids of things that somebody deleted and the request changes. */
  readonly gone: readonly string[];
  readonly touchedIds: readonly string[];
  readonly digest: string;
}

export async function readStanding(reading: Reading, request: StoredRequest): Promise<Standing> {
  const results = new Map<string, Body | null | undefined>();
  const differences = new Map<string, readonly Difference[]>();
  const overlaps: Overlap[] = [];
  const gone: string[] = [];
  const changes: (Change | undefined)[] = [];
  /** What each thing is after the steps before. */
  const states = new Map<string, Body | null>();
  for (const [step, { edits, appliedAt, isSkipped }] of request.steps.entries()) {
    for (const [place, edit] of edits.entries()) {
      const key = `${step}.${place}`;
      if (appliedAt !== undefined || isSkipped) {
        const left = edit.left ?? edit.result;
        results.set(key, left);
        differences.set(key, difference(edit.type, edit.found ?? edit.base, left));
        continue;
      }
      const before = states.has(edit.id)
        ? (states.get(edit.id) ?? null)
        : ((await findEdited(reading, edit))?.body ?? null);
      const merged = mergedWith(edit, before);
      const after = 'merged' in merged ? merged.merged : undefined;
      results.set(key, after);
      if ('gone' in merged) gone.push(edit.id);
      if ('overlaps' in merged) {
        for (const part of merged.overlaps) {
          overlaps.push({ key: `${key} ${part}`, step: step + 1, edit: place + 1, part });
        }
      }
      const shown = after === undefined ? edit.result : after;
      differences.set(key, difference(edit.type, before, shown));
      changes.push(changeOf(edit, { before, after: shown }, reading.environments));
      states.set(edit.id, shown);
    }
  }
  const isOver = changes.length === 0;
  const touchedIds = isOver ? request.touchedIds : await readTouched(reading, changes);
  const names = reading.environments
    .filter(({ id }) => touchedIds.includes(id))
    .map(({ name }) => name);
  return {
    state: stateOf({ ...request, missingApprovals: 0 }),
    results,
    differences,
    overlaps,
    gone,
    touchedIds,
    digest: digestOf({ request, results, environments: names }),
  };
}
