import * as api from '@comporta/contract/toggles/toggle-api';
import { withLastChanged } from '../platform/base/versions.ts';
import type { Config } from '../platform/config/config.ts';
import { mapPages } from '../platform/database/in-pages.ts';
import type { Server } from '../platform/http/route.ts';
import type { Write } from '../platform/http/write.ts';
import { withFields } from '../platform/nouns/noun.ts';
import { changeOne, deleteOne, getOne, getVersion, versionsOf } from '../platform/nouns/verbs.ts';
import { changeToggles } from './change-toggles.ts';
import { requireNoExperiments } from './require-no-experiments.ts';
import { limitTags } from './require-room-for-tags.ts';
import { createToggle, editToggle } from './save-toggle.ts';
import { type StoredToggle, TOGGLES } from './toggle-noun.ts';
import { listTogglesOf } from './toggle-repository.ts';

export function toggleRoutes({ route }: Server, { plans }: Pick<Config, 'plans'>): void {
  route(api.listToggles, async ({ sql, application }) =>
    mapPages(listTogglesOf(sql, application.id), (toggle) => withOwner(withLastChanged(toggle))),
  );
  route(api.getToggle, async (call) => withOwner(await getOne(TOGGLES, call)));
  route(api.createToggle, async (call) => withOwner(await createToggle(call, plans)));
  route(api.updateToggle, async (call) => withOwner(await editToggle(call)));
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

/** Archives a toggle that no experiment uses, or brings it back as it was. */
async function setArchived(call: Write<'application'> & One, archived: boolean) {
  const admit = archived ? requireNoExperiments : undefined;
  const edit = (before: StoredToggle) => withFields(call, before, { archived });
  return withOwner(await changeOne(TOGGLES, call, { edit, admit, also: limitTags }));
}

function withOwner<Row extends Pick<StoredToggle, 'owner'>>(toggle: Row) {
  return { ...toggle, owner: toggle.owner ?? null };
}
