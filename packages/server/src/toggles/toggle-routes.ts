import * as api from '@comporta/contract/toggles/toggle-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Config } from '../platform/config/config.ts';
import { mapPages } from '../platform/database/in-pages.ts';
import { findVersion, listVersions } from '../platform/database/kept-versions.ts';
import type { Server } from '../platform/http/route.ts';
import { changeToggles } from './change-toggles.ts';
import { deleteToggle } from './delete-toggle.ts';
import { archiveToggle, createToggle, editToggle, unarchiveToggle } from './save-toggle.ts';
import { toggleAnswer } from './toggle-answer.ts';
import { findToggle, listTogglesOf, VERSIONS } from './toggle-repository.ts';

export function toggleRoutes({ route }: Server, { plans }: Pick<Config, 'plans'>): void {
  route(api.listToggles, async ({ sql, application }) =>
    mapPages(listTogglesOf(sql, application.id), toggleAnswer),
  );
  route(api.getToggle, async ({ sql, application, params }) =>
    toggleAnswer(orNotFound(await findToggle(sql, application.id, params.id))),
  );
  route(api.createToggle, (call) => createToggle(call, plans));
  route(api.updateToggle, (call) => editToggle(call, call.params.id));
  route(api.archiveToggle, (call) => archiveToggle(call, call.params.id));
  route(api.unarchiveToggle, (call) => unarchiveToggle(call, call.params.id));
  route(api.changeToggles, changeToggles);
  route(api.deleteToggle, (call) => deleteToggle(call, call.params.id));
  route(api.listToggleVersions, async ({ sql, application, params }) =>
    listVersions(sql, VERSIONS, orNotFound(await findToggle(sql, application.id, params.id))),
  );
  route(api.getToggleVersion, async ({ sql, application, params: { id, version } }) => {
    const stored = orNotFound(await findToggle(sql, application.id, id));
    const saved = orNotFound(await findVersion(sql, VERSIONS, { stored, number: version }));
    return { ...saved, missing: [] };
  });
}
