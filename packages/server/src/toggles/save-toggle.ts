import type { Toggle, ToggleDraft } from '@comporta/contract/toggles/toggle';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { editedToggle, newToggle } from './drafted-toggle.ts';
import { toggleCreated, toggleEdited } from './toggle-changes.ts';
import { experimentsNaming, findToggle, insertToggle, updateToggle } from './toggle-repository.ts';
import { lostValues, requireUnused } from './value-usage.ts';

export async function createToggle(
  call: Write<'application', ToggleDraft>,
  plans: Plans,
): Promise<Toggle> {
  const { sql, actor, application, body } = call;
  const wanted = newToggle(call, body);
  await enforcePlanLimit(sql, actor, { plans, limit: 'MAX_FEATURE_TOGGLES' });
  const toggle = await insertToggle(sql, wanted);
  await recordChange(sql, actor, application, toggleCreated(toggle));
  return toggle;
}

export async function editToggle(
  call: Write<'application', ToggleDraft>,
  id: string,
): Promise<Toggle> {
  const { sql, actor, application, body, ifMatch } = call;
  const before = orNotFound(await findToggle(sql, application.id, id));
  requireVersion(before, ifMatch);
  const edited = editedToggle(call, before, body);
  const lost = lostValues(before, edited);
  if (lost.length > 0) requireUnused(id, lost, await experimentsNaming(sql, id));
  if (edited === before) return before;
  const after = await updateToggle(sql, edited);
  await recordChange(sql, actor, application, toggleEdited(before, after));
  return after;
}
