import type { Change } from '@comporta/contract/nouns/change';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { type Kept, restoreOne } from '../platform/nouns/verbs.ts';
import { isUserOf } from './owner-repository.ts';
import { limitTags } from './require-room-for-tags.ts';
import { TOGGLES } from './toggle-noun.ts';
import { MAX_TOGGLES } from './toggle-repository.ts';

/** An owner who was deleted meanwhile is none, as if the toggle had been there. */
export async function restoreToggle(
  call: Write<'application'>,
  { body, name }: Kept,
  plans: Plans,
): Promise<Change> {
  const { sql, actor } = call;
  const owner = body.owner_id;
  const isThere = typeof owner === 'string' && (await isUserOf(sql, actor.accountId, owner));
  return restoreOne(TOGGLES, call, {
    body: { ...body, owner_id: isThere ? owner : null },
    name,
    admit: (inside) => enforcePlanLimit(inside, actor, { plans, of: MAX_TOGGLES }),
    also: limitTags,
  });
}
