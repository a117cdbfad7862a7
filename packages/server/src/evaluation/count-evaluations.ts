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

/** What the answers of a route are counted as; empty for those that are not. */
export function kindOfEvaluation(path: string): string {
  return KINDS[path] ?? '';
}

/** Counts the answers that systems get, unchanged ones included. For routes that are added after it. */
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
