import { pickFields } from '@comporta/contract/fields';
import {
  checkToggle,
  TOGGLE,
  type Toggle,
  type ToggleDraft,
} from '@comporta/contract/toggles/toggle';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import {
  firstVersion,
  isUnchanged,
  nextVersion,
  requireVersion,
} from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { findToggle, insertToggle, updateToggle } from './toggle-repository.ts';
import { findUsedValue } from './value-usage.ts';

export async function createToggle(
  { sql, actor, application, body }: Write<'application', ToggleDraft>,
  plans: Plans,
): Promise<Toggle> {
  const value = valueOrReject(checkToggle(body));
  await enforcePlanLimit(sql, actor, { plans, limit: 'MAX_FEATURE_TOGGLES' });
  const toggle = await insertToggle(sql, {
    ...value,
    id: newId(),
    appId: application.id,
    ...firstVersion(actor.name),
  });
  await recordChange(sql, actor, application, {
    action: 'CREATED',
    type: 'toggle',
    id: toggle.id,
    name: toggle.name,
    after: pickFields(TOGGLE, toggle),
  });
  return toggle;
}

export async function editToggle(
  { sql, actor, application, body, ifMatch }: Write<'application', ToggleDraft>,
  id: string,
): Promise<Toggle> {
  const before = orNotFound(await findToggle(sql, application.id, id));
  requireVersion(before, ifMatch);
  const value = valueOrReject(checkToggle({ ...body, name: body.name || before.name }, before));
  if (value.name !== before.name) throw new Rejection('NAME_LOCKED', { at: ['name'] });
  const removed = before.values.filter((known) => !value.values.includes(known));
  const used = await findUsedValue(sql, id, removed);
  if (used !== undefined) throw new Rejection('VALUE_IN_USE', { ...used, at: ['values'] });

  const edited = { ...before, ...value };
  if (isUnchanged(before, edited)) return before;
  const after = await updateToggle(sql, { ...edited, ...nextVersion(before, actor.name) });
  await recordChange(sql, actor, application, {
    action: 'EDITED',
    type: 'toggle',
    id,
    name: after.name,
    before: pickFields(TOGGLE, before),
    after: pickFields(TOGGLE, after),
  });
  return after;
}
