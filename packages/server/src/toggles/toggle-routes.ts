import * as api from '@comporta/contract/toggles/toggle-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { deleteToggle } from './delete-toggle.ts';
import { createToggle, editToggle } from './save-toggle.ts';
import { findToggle, listTogglesOf } from './toggle-repository.ts';

export function toggleRoutes({ route }: Server, { plans }: Pick<Config, 'plans'>): void {
  route(api.listToggles, ({ sql, application }) => listTogglesOf(sql, application.id));
  route(api.getToggle, async ({ sql, application, params }) =>
    orNotFound(await findToggle(sql, application.id, params.id)),
  );
  route(api.createToggle, (call) => createToggle(call, plans));
  route(api.updateToggle, (call) => editToggle(call, call.params.id));
  route(api.deleteToggle, (call) => deleteToggle(call, call.params.id));
}
