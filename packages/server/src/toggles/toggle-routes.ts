import * as api from '@comporta/contract/toggles/toggle-api';
import { withLastChanged } from '../platform/base/versions.ts';
import type { Config } from '../platform/config/config.ts';
import { mapPages } from '../platform/database/in-pages.ts';
import type { Server } from '../platform/http/route.ts';
import { withFields } from '../platform/nouns/noun.ts';
import { changeOne, getOne, getVersion, versionsOf } from '../platform/nouns/verbs.ts';
import { changeToggles } from './change-toggles.ts';
import { limitTags } from './require-room-for-tags.ts';
import { createToggle, editToggle } from './save-toggle.ts';
import { type StoredToggle, TOGGLES } from './toggle-noun.ts';
import { experimentsDependingOn, experimentsOfToggle, listTogglesOf } from './toggle-repository.ts';
import { archiveToggle, deleteToggle, type TakeExperimentAway } from './with-experiments.ts';

interface ToggleDependencies extends Pick<Config, 'plans'> {
  readonly takeExperimentAway: TakeExperimentAway;
}

export function toggleRoutes(
  { route }: Server,
  { plans, takeExperimentAway }: ToggleDependencies,
): void {
  route(api.listToggles, async ({ sql, application }) =>
    mapPages(listTogglesOf(sql, application.id), (toggle) => withOwner(withLastChanged(toggle))),
  );
  route(api.getToggle, async (call) => withOwner(await getOne(TOGGLES, call)));
  route(api.createToggle, async (call) => withOwner(await createToggle(call, plans)));
  route(api.updateToggle, async (call) => withOwner(await editToggle(call)));
  route(api.archiveToggle, async (call) =>
    withOwner(await archiveToggle(call, takeExperimentAway)),
  );
  route(api.unarchiveToggle, async (call) => {
    const edit = (before: StoredToggle) => withFields(call, before, { archived: false });
    return withOwner(await changeOne(TOGGLES, call, { edit, also: limitTags }));
  });
  route(api.changeToggles, changeToggles);
  route(api.deleteToggle, (call) => deleteToggle(call, takeExperimentAway));
  route(api.getToggleUses, async (call) => {
    const { sql } = call;
    const { id } = await getOne(TOGGLES, call);
    return {
      experiments: await experimentsOfToggle(sql, id),
      dependents: await experimentsDependingOn(sql, id),
    };
  });
  route(api.listToggleVersions, (call) => versionsOf(TOGGLES, call));
  route(api.getToggleVersion, async (call) => ({
    ...(await getVersion(TOGGLES, call)),
    missing: [],
  }));
}

function withOwner<Row extends Pick<StoredToggle, 'owner'>>(toggle: Row) {
  return { ...toggle, owner: toggle.owner ?? null };
}
