import { canonicalJson } from '@comporta/contract/canonical-json';
import type { Overlap } from '@comporta/contract/change-requests/change-request';
import { type Difference, difference } from '@comporta/contract/change-requests/difference';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import {
  isFinal,
  type RequestState,
  stateOf,
} from '@comporta/contract/change-requests/request-state';
import type { KeptEdit } from '../tables/change-requests.ts';
import { readReferenced } from './approval-repository.ts';
import { type Approvals, NO_APPROVALS, readApprovals } from './approvals.ts';
import type { StoredRequest } from './change-request-repository.ts';
import { digestOf } from './digest.ts';
import { changeOf, findEdited, isFreeStop, mergedWith, readTouchedBy } from './edited-things.ts';
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
  /** Of each step, while it is to come: the environments of which it asks something. Stops ask nothing. Source: SAF-23. */
  readonly askedIds: readonly (readonly string[])[];
  readonly digest: string;
  readonly approvals: Approvals;
}

/** An edit, and the states that it leads from and to. */
interface MergedEdit {
  readonly key: string;
  /** From 0. */
  readonly step: number;
  readonly edit: KeptEdit;
  readonly before: Body | null;
  readonly after: Body | null;
  readonly isApplied: boolean;
}

/** The edits of a request beside what is stored now. */
interface MergedEdits extends Pick<Standing, 'results' | 'overlaps' | 'gone'> {
  readonly edits: readonly MergedEdit[];
}

export async function mergeEdits(
  reading: Reading,
  { steps }: Pick<StoredRequest, 'steps'>,
): Promise<MergedEdits> {
  const results = new Map<string, Body | null | undefined>();
  const overlaps: Overlap[] = [];
  const gone: string[] = [];
  const made: MergedEdit[] = [];
  /** What each thing is after the steps before. */
  const states = new Map<string, Body | null>();
  for (const [step, { edits, appliedAt, isSkipped }] of steps.entries()) {
    for (const [place, edit] of edits.entries()) {
      const key = `${step}.${place}`;
      if (appliedAt !== undefined || isSkipped) {
        const [before, after] = [edit.found ?? edit.base, edit.left ?? edit.result];
        results.set(key, after);
        made.push({ key, step, edit, before, after, isApplied: true });
        continue;
      }
      const before = states.has(edit.id)
        ? (states.get(edit.id) ?? null)
        : ((await findEdited(reading, edit))?.body ?? null);
      const merged = mergedWith(edit, before);
      const result = 'merged' in merged ? merged.merged : undefined;
      results.set(key, result);
      if ('gone' in merged) gone.push(edit.id);
      if ('overlaps' in merged) {
        for (const part of merged.overlaps) {
          overlaps.push({ key: `${key} ${part}`, step: step + 1, edit: place + 1, part });
        }
      }
      const after = result === undefined ? edit.result : result;
      made.push({ key, step, edit, before, after, isApplied: false });
      states.set(edit.id, after);
    }
  }
  return { results, overlaps, gone, edits: made };
}

export async function readStanding(reading: Reading, request: StoredRequest): Promise<Standing> {
  const { edits, ...merged } = await mergeEdits(reading, request);
  const { results } = merged;
  const differences = new Map(
    edits.map(({ key, edit, before, after }) => [key, difference(edit.type, before, after)]),
  );
  const { touchedIds, askedIds } = await readTouched(reading, request, edits);
  const named = (ids: readonly string[]) =>
    reading.environments.filter(({ id }) => ids.includes(id));
  const names = named(touchedIds).map(({ name }) => name);
  const asked = named(askedIds.flat());
  // Only approvals ask for it.
  const isAsked = asked.some(({ policy }) => (policy?.approvals ?? 0) > 0);
  const content = isAsked ? canonicalJson([...results.values()]) : '';
  const referenced = await readReferenced(reading.sql, reading.application.id, content);
  const digest = digestOf({ request, results, environments: names, referenced });
  const approvals = isFinal(request.status)
    ? NO_APPROVALS
    : await readApprovals(reading.sql, request, { digest, asked });
  return {
    state: stateOf({ ...request, missingApprovals: approvals.missing }),
    ...merged,
    differences,
    touchedIds,
    askedIds,
    digest,
    approvals,
  };
}

/** Whom the steps to come touch and ask; when there are none, whom the last ones did. */
async function readTouched(
  reading: Reading,
  request: StoredRequest,
  edits: readonly MergedEdit[],
): Promise<Pick<Standing, 'touchedIds' | 'askedIds'>> {
  const { environments } = reading;
  const waiting = edits
    .filter(({ isApplied }) => !isApplied)
    .map(({ step, edit, before, after }) => ({
      step,
      change: changeOf(edit, { before, after }, environments),
      isFree: isFreeStop(edit, environments),
    }));
  const { touchedIds: last } = request;
  if (waiting.length === 0) return { touchedIds: last, askedIds: [last] };
  const changes = waiting.map(({ change }) => change);
  const touchedBy = await readTouchedBy(reading, changes);
  const asking = waiting.filter(({ isFree }) => !isFree);
  return {
    touchedIds: touchedBy(changes),
    askedIds: request.steps.map((_, index) =>
      touchedBy(asking.filter(({ step }) => step === index).map(({ change }) => change)),
    ),
  };
}
