import type { ToggleDraft } from '@comporta/contract/toggles/toggle';
import * as api from '@comporta/contract/toggles/toggle-api';
import { Rejection } from '../platform/base/rejection.ts';
import { withLastChanged } from '../platform/base/versions.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { mapPages } from '../platform/database/in-pages.ts';
import type { Server } from '../platform/http/route.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { withFields } from '../platform/nouns/noun.ts';
import {
  changeOne,
  createOne,
  deleteOne,
  getOne,
  getVersion,
  versionsOf,
} from '../platform/nouns/verbs.ts';
import { changeToggles } from './change-toggles.ts';
import { requireNoExperiments } from './require-no-experiments.ts';
import { requirePossibleOwner } from './require-possible-owner.ts';
import { limitTags } from './require-room-for-tags.ts';
import { type StoredToggle, TOGGLES } from './toggle-noun.ts';
import { experimentsNaming, listTogglesOf, MAX_TOGGLES } from './toggle-repository.ts';
import { lostValues, requireUnused } from './value-usage.ts';

export function toggleRoutes({ route }: Server, { plans }: Pick<Config, 'plans'>): void {
  route(api.listToggles, async ({ sql, application }) =>
    mapPages(listTogglesOf(sql, application.id), (toggle) => withOwner(withLastChanged(toggle))),
  );
  route(api.getToggle, async (call) => withOwner(await getOne(TOGGLES, call)));
  route(api.createToggle, async (call) => {
    const { actor, application, body } = call;
    const admit = async (sql: Sql) => {
      await enforcePlanLimit(sql, actor, { plans, of: MAX_TOGGLES });
      await requirePossibleOwner(sql, application, body.ownerId);
    };
    return withOwner(await createOne(TOGGLES, call, { admit, also: limitTags }));
  });
  route(api.updateToggle, editToggle);
  route(api.archiveToggle, (call) => setArchived(call, true));
  route(api.unarchiveToggle, (call) => setArchived(call, false));
  route(api.changeToggles, changeToggles);
  route(api.deleteToggle, (call) => deleteOne(TOGGLES, call, requireNoExperiments));
  route(api.listToggleVersions, (call) => versionsOf(TOGGLES, call));
  route(api.getToggleVersion, async (call) => ({
    ...(await getVersion(TOGGLES, call)),
    missing: [],
  }));
}

type One = { readonly params: { readonly id: string } };

async function editToggle(call: Write<'application', ToggleDraft> & One) {
  const { application, body } = call;
  const edited = await changeOne(TOGGLES, call, {
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
  return withOwner(edited);
}

/** Archives a toggle that no experiment uses, or brings it back as it was. */
async function setArchived(call: Write<'application'> & One, archived: boolean) {
  const admit = archived ? requireNoExperiments : undefined;
  const edit = (before: StoredToggle) => withFields(call, before, { archived });
  return withOwner(await changeOne(TOGGLES, call, { edit, admit, also: limitTags }));
}

function withOwner<Row extends Pick<StoredToggle, 'owner'>>(toggle: Row) {
  return { ...toggle, owner: toggle.owner ?? null };
}
