import type { FastifyInstance } from 'fastify';
import type { Tally } from '../platform/base/tally.ts';
import { addOnResponse } from '../platform/http/route-options.ts';

export type EvaluationTally = Tally<'environment' | 'kind'>;

const KINDS: Readonly<Record<string, string>> = {
  '/ofrep/v1/evaluate/flags': 'ofrep-bulk',
  '/ofrep/v1/evaluate/flags/:key': 'ofrep',
  '/api/toggles': 'fetch',
  '/api/sdk/snapshot': 'snapshot',
};

/** The kind under which responses of a route are counted; empty for routes that are not counted. */
export function kindOfEvaluation(path: string): string {
  return KINDS[path] ?? '';
}

/** Counts successful responses to systems, including 304. Applies to routes that are added later. */
export function countEvaluations(http: FastifyInstance, tally: EvaluationTally): void {
  http.addHook('onRoute', (route) => {
    const kind = kindOfEvaluation(route.url);
    if (kind === '') return;
    addOnResponse(route, ({ access }, { statusCode }, done) => {
      if (access !== undefined && statusCode < 400) tally.add(access.environment.id, kind);
      done();
    });
  });
}
