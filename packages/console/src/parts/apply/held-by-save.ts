import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import { mergeParts } from '@comporta/contract/change-requests/merge-parts';
import type { Body } from '@comporta/contract/change-requests/parts-of';

/** The states of a thing before and after a save. */
export interface SavedStates {
  readonly type: EditType;
  readonly id: string;
  readonly present: Body;
  readonly draft: Body;
}

const HOLDABLE: readonly ChangeRequest['state'][] = [
  'IN_REVIEW',
  'APPROVED',
  'SCHEDULED',
  'RUNNING',
];

/**
 * The parts for which a save holds a request: those that both change in different ways, by the same merge as the service's.
 * The request comes merged with what is stored now, so its steps are merged with the draft in place of that. Source: SAF-09.
 */
export function heldBySave(
  { state, steps }: Pick<ChangeRequest, 'state' | 'steps'>,
  { type, id, present, draft }: SavedStates,
): readonly string[] {
  if (!HOLDABLE.includes(state)) return [];
  const parts = new Set<string>();
  let base: Body | null = present;
  let theirs: Body | null = draft;
  for (const step of steps) {
    if (step.state !== 'WAITING') continue;
    const edit = step.edits.find((one) => one.id === id);
    if (edit === undefined) continue;
    const result = mergeParts(type, { base, mine: edit.result, theirs });
    if ('overlaps' in result) for (const part of result.overlaps) parts.add(part);
    theirs = 'merged' in result ? result.merged : edit.result;
    base = edit.result;
  }
  return [...parts];
}
