import * as api from '@comporta/contract/views/view-api';
import type { Server } from '../platform/http/route.ts';
import { createView, deleteView, editView } from './save-view.ts';
import { listViewsFor } from './view-repository.ts';

export function viewRoutes({ route }: Server): void {
  route(api.listViews, ({ sql, actor, application }) =>
    listViewsFor(sql, { actor, applicationId: application.id }),
  );
  route(api.createView, createView);
  route(api.updateView, (call) => editView(call, call.params.id));
  route(api.deleteView, (call) => deleteView(call, call.params.id));
}
