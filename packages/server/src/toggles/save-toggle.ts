import type { Toggle, ToggleDraft } from '@comporta/contract/toggles/toggle';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { editedToggle, newToggle, withFields } from './drafted-toggle.ts';
import { requireNoExperiments } from './require-no-experiments.ts';
import { requirePossibleOwner } from './require-possible-owner.ts';
import { requireRoomForTags } from './require-room-for-tags.ts';
import { toggleAnswer } from './toggle-answer.ts';
import { toggleCreated, toggleEdited } from './toggle-changes.ts';
import {
  experimentsNaming,
  findToggle,
  insertToggle,
  type StoredToggle,
  updateToggle,
} from './toggle-repository.ts';
import { lostValues, requireUnused } from './value-usage.ts';

type ToggleSave = Write<'application', ToggleDraft>;

export async function createToggle(call: ToggleSave, plans: Plans): Promise<Toggle> {
  const { sql, actor, application, body } = call;
  const wanted = newToggle(call, body);
  await enforcePlanLimit(sql, actor, { plans, limit: 'MAX_FEATURE_TOGGLES' });
  await requireOwner(call, null);
  const toggle = await insertToggle(sql, wanted);
  if (toggle.tags.length > 0) await requireRoomForTags(sql, application.id);
  await recordChange({ sql, actor, application }, toggleCreated(toggle));
  return toggleAnswer(toggle);
}

export async function editToggle(call: ToggleSave, id: string): Promise<Toggle> {
  const { sql, application, body, ifMatch } = call;
  const before = orNotFound(await findToggle(sql, application.id, id));
  requireVersion(before, ifMatch);
  const edited = editedToggle(call, before, body);
  const lost = lostValues(before, edited);
  if (lost.length > 0) requireUnused(id, lost, await experimentsNaming(sql, id));
  await requireOwner(call, before.ownerId);
  return storeToggle(call, before, edited);
}

/** Archives a toggle that no experiment uses; no other field changes. */
export async function archiveToggle(call: Write<'application'>, id: string): Promise<Toggle> {
  const before = orNotFound(await findToggle(call.sql, call.application.id, id));
  requireVersion(before, call.ifMatch);
  if (!before.archived) await requireNoExperiments(call.sql, id);
  return storeToggle(call, before, withFields(call, before, { archived: true }));
}

/** Brings an archived toggle back as it was. */
export async function unarchiveToggle(call: Write<'application'>, id: string): Promise<Toggle> {
  const before = orNotFound(await findToggle(call.sql, call.application.id, id));
  requireVersion(before, call.ifMatch);
  return storeToggle(call, before, withFields(call, before, { archived: false }));
}

async function storeToggle(
  { sql, actor, application }: Write<'application'>,
  before: StoredToggle,
  edited: StoredToggle,
): Promise<Toggle> {
  if (edited === before) return toggleAnswer(before);
  const after = await updateToggle(sql, edited);
  if (after.tags.length > 0) await requireRoomForTags(sql, application.id);
  await recordChange({ sql, actor, application }, toggleEdited(before, after));
  return toggleAnswer(after);
}

/** Checks a new owner only: the present owner may stay, even if inactive or without access by now. */
async function requireOwner(
  { sql, application, body: { ownerId } }: ToggleSave,
  before: string | null,
): Promise<void> {
  if (ownerId !== before) await requirePossibleOwner(sql, application, ownerId);
}
