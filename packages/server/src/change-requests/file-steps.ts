import { isSameJson } from '@comporta/contract/canonical-json';
import type { Overlap } from '@comporta/contract/change-requests/change-request';
import type { CheckedEdit, CheckedStep } from '@comporta/contract/change-requests/check-request';
import type { Change } from '@comporta/contract/nouns/change';
import { changesBetween } from '../audit-text/field-changes.ts';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { KeptEdit, KeptProblem, KeptStep } from '../tables/change-requests.ts';
import { applyState, type Gathering, writeFor } from './apply-edits.ts';
import {
  changeOf,
  findEdited,
  inOrder,
  isFreeStop,
  mergedWith,
  readTouchedBy,
} from './edited-things.ts';
import { onTrial } from './on-trial.ts';
import { refusalOfEdit } from './refusal-of-edit.ts';
import type { Applying } from './requests.ts';

/** An edit that the service worked out itself: it says what a thing is to become, and the trial whether it can. */
export interface PlannedEdit extends Omit<KeptEdit, 'found' | 'left'> {
  /** It was filed before, and stays as it is kept. */
  readonly isFiled?: true | undefined;
}

export interface FiledStep extends Pick<CheckedStep, 'at' | 'wait'> {
  readonly edits: readonly (CheckedEdit | PlannedEdit)[];
}

/** The steps as they are kept, what keeps them from being applied, and whom they touch. */
export interface Filed {
  readonly steps: readonly KeptStep[];
  readonly problems: readonly KeptProblem[];
  readonly overlaps: readonly Overlap[];
  readonly touchedIds: readonly string[];
  /** Of each step: the environments of which it asks something. Stops ask nothing. Source: SAF-23. */
  readonly askedIds: readonly (readonly string[])[];
}

/**
 * Does what a request says, step by step, and takes it back: so every edit has what it started from, its result, and what
 * refuses it, in the words of the ordinary call. Source: SAF-02, SAF-04.
 */
export function fileSteps(applying: Applying, steps: readonly FiledStep[]): Promise<Filed> {
  // Policies are asked of the request as a whole, and not of what is tried.
  const application = {
    ...applying.application,
    isAdmitted: true,
    isFreezeFree: true,
    reason: 'on trial',
  };
  return onTrial(applying.sql, (sql) =>
    trySteps({ ...applying, sql, application }, withOwnIds(steps)),
  );
}

/** New things get ids of the service; other edits that name them by the client's follow. Source: SAF-01. */
function withOwnIds(steps: readonly FiledStep[]): readonly FiledStep[] {
  const ids = new Map<string, string>();
  for (const edit of steps.flatMap(({ edits }) => edits)) {
    if (isPlanned(edit)) continue;
    if (edit.action === 'CREATE' && edit.id !== undefined) ids.set(edit.id, newId());
  }
  if (ids.size === 0) return steps;
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(one)]));
  };
  return renamed(steps) as readonly FiledStep[]; // Only texts that are ids are replaced.
}

async function trySteps(applying: Applying, steps: readonly FiledStep[]): Promise<Filed> {
  const kept: KeptStep[] = [];
  const problems: KeptProblem[] = [];
  const overlaps: Overlap[] = [];
  const all: Change[] = [];
  const asking: Change[][] = [];
  const seen = new Set<string>();
  for (const [index, { at, wait, edits }] of steps.entries()) {
    const changes: Change[] = [];
    const askingHere: Change[] = [];
    const gathering = (change: Change) => void changes.push(change);
    const tried = new Map<number, KeptEdit>();
    const numbered = edits.map((edit, place) => ({ edit, place }));
    for (const { edit, place } of inOrder(numbered, ({ edit: { type, action } }) => ({
      type,
      isDeletion: action === 'DELETE',
    }))) {
      const trying = { ...applying, gathering };
      const count = changes.length;
      const one = isPlanned(edit)
        ? await tryPlanned(trying, edit)
        : await tryEdit(trying, edit, { isFirst: !seen.has(edit.id ?? '') });
      const untried = one.untried === undefined ? [] : [one.untried];
      all.push(...untried);
      if (!isFreeStop(one.kept, applying.environments)) {
        askingHere.push(...untried, ...changes.slice(count));
      }
      for (const part of one.overlaps ?? []) {
        const key = `${index}.${place} ${part}`;
        overlaps.push({ key, step: index + 1, edit: place + 1, part });
      }
      tried.set(place, { changes: recordedIn(changes.slice(count)), ...one.kept });
      seen.add(one.kept.id);
      if (one.refusal !== undefined) problems.push(problemAt([index, place], one.refusal));
    }
    const refusal = await refusalOf(applying, (sql) =>
      recordChanges(
        sql,
        applying,
        changes.map((change) => () => change),
      ),
    );
    if (refusal !== undefined) problems.push(problemAt([index, 0], refusal));
    all.push(...changes);
    asking.push(askingHere);
    kept.push({
      at: at?.toISOString() ?? null,
      wait,
      edits: edits.flatMap((_, place) => tried.get(place) ?? []),
    });
  }
  const touchedBy = await readTouchedBy(applying, all);
  return {
    steps: kept,
    problems,
    overlaps,
    touchedIds: touchedBy(all),
    askedIds: asking.map(touchedBy),
  };
}

/** The names of people are kept in one place of a request, where they can be forgotten. */
function recordedIn(changes: readonly Change[]): KeptEdit['changes'] {
  return changes
    .filter(({ action }) => action !== 'DELETED')
    .flatMap(({ before, after }) => changesBetween(before, after))
    .filter(({ field }) => field !== 'owner');
}

interface Tried {
  readonly kept: KeptEdit;
  readonly refusal?: Rejection | undefined;
  /** What it would change once a person has decided a conflict. */
  readonly untried?: Change | undefined;
  readonly overlaps?: readonly string[];
}

function isPlanned(edit: CheckedEdit | PlannedEdit): edit is PlannedEdit {
  return 'result' in edit;
}

/** Merges the edit with what is stored, as its step will. What others have changed otherwise is for a person to decide. */
async function tryPlanned(applying: Gathering, { isFiled, ...edit }: PlannedEdit): Promise<Tried> {
  const found = await findEdited(applying, edit);
  const before = found?.body ?? null;
  const merged = mergedWith(edit, before);
  if (!('merged' in merged)) {
    const untried = changeOf(edit, { before, after: edit.result }, applying.environments);
    return { kept: edit, untried, ...merged };
  }
  const refusal = await refusalOf(applying, (sql) =>
    applyState({ ...applying, sql }, edit, { from: found, to: merged.merged }),
  );
  const isFresh = refusal === undefined && isSameJson(before, edit.base);
  if (isFiled || !isFresh) return { kept: edit, refusal };
  const after = await findEdited(applying, edit);
  return { kept: { ...edit, result: after?.body ?? null, drawn: edit.drawn ?? after?.drawn } };
}

async function tryEdit(
  applying: Gathering,
  edit: CheckedEdit,
  { isFirst }: { readonly isFirst: boolean },
): Promise<Tried> {
  const { type, action, environmentId, body } = edit;
  const place = { type, environmentId, id: edit.id ?? newId() };
  const found = await findEdited(applying, place);
  // Whoever saw another version has to look again, and not only at this edit.
  if (found && isFirst) requireVersion(found, edit.version);
  const refusal = await refusalOf(applying, async (sql) => {
    await applyAction({ ...applying, sql }, { ...edit, id: place.id }, found !== undefined);
  });
  const after = await findEdited(applying, place);
  return {
    refusal,
    kept: {
      ...place,
      action,
      body,
      name: (found ?? after)?.name ?? '',
      base: found?.body ?? null,
      result: after?.body ?? null,
      ...(after?.drawn && isMadeAnew(edit) && { drawn: after.drawn }),
    },
  };
}

function isMadeAnew({ action }: CheckedEdit): boolean {
  return action === 'CREATE' || action === 'RESTORE';
}

/** The refusal of a call; what it wrote until then is taken back. */
async function refusalOf(
  { sql }: Applying,
  work: (sql: Applying['sql']) => Promise<void>,
): Promise<Rejection | undefined> {
  try {
    await sql.transaction(work);
    return undefined;
  } catch (error) {
    return refusalOfEdit(error);
  }
}

async function applyAction(
  applying: Gathering,
  { type, action, id, environmentId, body }: CheckedEdit & { readonly id: string },
  isThere: boolean,
): Promise<void> {
  const calls = applying.edits[type];
  const write = writeFor(applying, { id, environmentId }, null);
  if (action === 'RESTORE' && isThere) throw new Rejection('INVALID_EDIT');
  if (action !== 'CREATE' && action !== 'RESTORE' && !isThere) throw new Rejection('NOT_FOUND');
  // The ordinary calls ignore it: a status is changed by PAUSE and RESTART.
  const { status: _status, ...sent } = body ?? {};
  switch (action) {
    case 'CREATE':
      return calls.create(write, sent);
    case 'UPDATE':
      return calls.update(write, id, sent);
    case 'DELETE':
      return calls.remove(write, id);
    case 'PAUSE':
      return calls.update(write, id, { status: 'PAUSED' });
    case 'RESTART':
      return calls.update(write, id, { status: 'ACTIVE' });
    case 'SHIP':
      return applying.edits.ship(write, id, body);
    case 'RESTORE':
      if (!(await applying.edits.restore(write, { type, id }))) throw new Rejection('NOT_FOUND');
  }
}

function problemAt(
  [step, edit]: readonly [number, number],
  { code, meta }: Rejection,
): KeptProblem {
  const { at, ...others } = meta ?? {};
  return {
    step: step + 1,
    edit: edit + 1,
    code,
    at: Array.isArray(at) ? at : [],
    ...(Object.keys(others).length > 0 && { meta_data: others }),
  };
}
