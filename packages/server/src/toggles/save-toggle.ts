import type { ToggleDraft } from '@comporta/contract/toggles/toggle';
import { Rejection } from '../platform/base/rejection.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { changeOne, createOne } from '../platform/nouns/verbs.ts';
import { requirePossibleOwner } from './require-possible-owner.ts';
import { limitTags } from './require-room-for-tags.ts';
import { TOGGLES } from './toggle-noun.ts';
import { experimentsNaming, MAX_TOGGLES } from './toggle-repository.ts';
import { lostValues, requireUnused } from './value-usage.ts';

export function createToggle(call: Write<'application', ToggleDraft>, plans: Plans) {
  const { actor, application, body } = call;
  const admit = async (sql: Sql) => {
    await enforcePlanLimit(sql, actor, { plans, of: MAX_TOGGLES });
    await requirePossibleOwner(sql, application, body.ownerId);
  };
  return createOne(TOGGLES, call, { admit, also: limitTags });
}

export function editToggle(
  call: Write<'application', ToggleDraft> & { readonly params: { readonly id: string } },
) {
  const { application, body } = call;
  return changeOne(TOGGLES, call, {
    edit(before) {
      const toggle = TOGGLES.edit(call, before, body);
      if (toggle.name !== before.name) throw new Rejection('NAME_LOCKED', { at: ['name'] });
      return toggle;
    },
    async admit(sql, toggle, before = toggle) {
      const lost = lostValues(before, toggle);
      if (lost.length > 0) {
        requireUnused(toggle.id, lost, await experimentsNaming(sql, toggle.id));
      }
      // The present owner may stay, even if inactive or without access by now.
      if (toggle.ownerId !== before.ownerId) {
        await requirePossibleOwner(sql, application, toggle.ownerId);
      }
    },
    also: limitTags,
  });
}
