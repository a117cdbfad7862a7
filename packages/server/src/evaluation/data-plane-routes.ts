import { evaluateFlag, evaluateFlags, streamEvents } from '@comporta/contract/evaluation/ofrep-api';
import { fetchList, fetchSnapshot, streamRevisions } from '@comporta/contract/evaluation/sdk-api';
import { fetchToggles, fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { reportEvents } from '@comporta/contract/events/event-api';
import type { FastifyInstance } from 'fastify';
import { countEvaluations } from './count-evaluations.ts';
import { allowPreflights } from './cross-origin.ts';
import type { DataPlane } from './data-plane.ts';
import { eventRoutes } from './events/event-routes.ts';
import { listRoute } from './lists/list-route.ts';
import { ofrepRoutes } from './ofrep/ofrep-routes.ts';
import { answerPlainEvaluations } from './ofrep/plain-evaluations.ts';
import { sdkRoutes } from './sdk-routes.ts';
import { toggleFetchRoutes } from './toggle-fetch-routes.ts';

export const DATA_PLANE_ENDPOINTS = [
  fetchTogglesByGet,
  fetchToggles,
  evaluateFlag,
  evaluateFlags,
  streamEvents,
  fetchSnapshot,
  fetchList,
  streamRevisions,
  reportEvents,
];

/** The routes that customers' systems call. They evaluate in memory, without database queries. */
export function dataPlaneRoutes(http: FastifyInstance, plane: DataPlane): void {
  if (plane.evaluations !== undefined) countEvaluations(http, plane.evaluations);
  http.decorateRequest('access', undefined);
  http.decorateRequest('admitted', undefined);
  answerPlainEvaluations(http, plane);
  toggleFetchRoutes(http, plane);
  sdkRoutes(http, plane);
  listRoute(http, plane);
  // A scope of its own, because its errors have the protocol's shape.
  http.register((scope, _options, done) => {
    allowPreflights(scope, '/ofrep/*');
    ofrepRoutes(scope, plane);
    done();
  });
  const { measuring } = plane;
  const intake = measuring?.intake;
  if (intake === undefined) return;
  // A scope of its own, because it decompresses request bodies.
  http.register((scope, _options, done) => {
    allowPreflights(scope, reportEvents.path);
    eventRoutes(scope, plane, intake);
    done();
  });
}
