import * as api from '@comporta/contract/target-groups/target-group-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { listVersions } from '../platform/database/kept-versions.ts';
import type { Server } from '../platform/http/route.ts';
import { deleteTargetGroup } from './delete-target-group.ts';
import { createTargetGroup, editTargetGroup } from './save-target-group.ts';
import { getTargetGroup, listTargetGroups } from './target-group-answer.ts';
import { findTargetGroup, VERSIONS } from './target-group-repository.ts';
import { getTargetGroupVersion } from './target-group-version.ts';

export function targetGroupRoutes({ route }: Server): void {
  route(api.listTargetGroups, ({ sql, application }) => listTargetGroups(sql, application.id));
  route(api.getTargetGroup, async ({ sql, application, params }) =>
    orNotFound(await getTargetGroup(sql, application.id, params.id)),
  );
  route(api.createTargetGroup, createTargetGroup);
  route(api.updateTargetGroup, (call) => editTargetGroup(call, call.params.id));
  route(api.deleteTargetGroup, (call) => deleteTargetGroup(call, call.params.id));
  route(api.listTargetGroupVersions, async ({ sql, application, params }) =>
    listVersions(sql, VERSIONS, orNotFound(await findTargetGroup(sql, application.id, params.id))),
  );
  route(api.getTargetGroupVersion, ({ sql, application, params }) =>
    getTargetGroupVersion(sql, application.id, params),
  );
}
