import { type Choice, mergeChosen } from '@comporta/contract/change-requests/merge-parts';
import { Rejection } from '../platform/base/rejection.ts';
import type { KeptStep } from '../tables/change-requests.ts';
import type { StoredRequest } from './change-request-repository.ts';
import { findEdited } from './edited-things.ts';
import { readStanding } from './request-standing.ts';
import type { Reading } from './requests.ts';

/**
 * The steps with what a person chose for each overlap: such an edit then starts from what is stored. Rejects with
 * EDITS_CONFLICT when a choice is missing, and with WRONG_REQUEST_STATE when what the request changes is gone.
 */
export async function settled(
  reading: Reading,
  request: StoredRequest,
  choices: Readonly<Record<string, Choice>>,
): Promise<readonly KeptStep[]> {
  const { overlaps, gone } = await readStanding(reading, request);
  if (gone.length > 0) throw new Rejection('WRONG_REQUEST_STATE', { state: 'HELD', gone });
  if (overlaps.length === 0) return request.steps;
  const missing = overlaps.filter(({ key }) => choices[key] === undefined);
  if (missing.length > 0) throw new Rejection('EDITS_CONFLICT', { overlaps });
  const steps: KeptStep[] = [];
  /** What later steps start from, by the id of the thing. */
  const results = new Map<string, KeptStep['edits'][number]['result']>();
  for (const [step, kept] of request.steps.entries()) {
    const edits: KeptStep['edits'][number][] = [];
    for (const [place, edit] of kept.edits.entries()) {
      if (kept.appliedAt !== undefined) {
        edits.push(edit);
        continue;
      }
      const theirs = results.has(edit.id)
        ? (results.get(edit.id) ?? null)
        : ((await findEdited(reading, edit))?.body ?? null);
      const sides = { base: edit.base, mine: edit.result, theirs };
      const result = mergeChosen(edit.type, sides, (part) => choices[`${step}.${place} ${part}`]);
      if (result === undefined) throw new Rejection('EDITS_CONFLICT', { overlaps });
      const toggleId = edit.base?.toggleId;
      const whole = result && toggleId !== undefined ? { toggleId, ...result } : result;
      results.set(edit.id, whole);
      edits.push({ ...edit, base: theirs, result: whole });
    }
    steps.push({ ...kept, edits });
  }
  return steps;
}
