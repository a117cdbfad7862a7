import type { Endpoint } from '@comporta/contract/endpoint';
import { endpointsOfContract, routeOf } from './contract-endpoints.ts';
import { type FurnishedCompany, fillPath } from './furnished-company.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly bearer: string;
  readonly body?: object;
}

/** Sends a request to a service, over HTTP or within its own process. */
export type Ask = (
  asked: ApiRequest,
) => Promise<{ readonly status: number; readonly text: string }>;

/** Queries for endpoints that need one; the text searched for is in the names of a furnished company's entities. */
const QUERIES: Readonly<Record<string, (company: Pick<FurnishedCompany, 'ids'>) => string>> = {
  'GET /api/search': () => '?q=a',
  'GET /api/apps/:appId/toggles/:id/usage': ({ ids }) => `?envId=${ids.envId}`,
  'GET /api/apps/:appId/compare': ({ ids }) => `?from=${ids.envId}&to=${ids.destEnvId}`,
};

/** Of a mailed link, which works once and is in no backup. */
const OF_A_LINK = 'GET /api/users/passwords/:requestId/rules';

/**
 * The parts of a response that differ between equal calls: the id of the request, the time up to which events were
 * counted, which advances by itself, when and by which SDK values were last requested, which each call changes, and the
 * time of audit entries, because reading a secret and exporting write one. A restore gives the ids of lists another version.
 */
const OF_THE_MOMENT =
  /"(request_id|asOf|seconds|lastSeenAt|seenInPageAt|ruleServedAt|seenAt|sdk|timestamp|contentVersion)":("[^"]*"|\d+|null)|(?<="FRESHNESS".{0,40})"at":"[^"]*"/g;

/**
 * The responses of each GET of the API and of each evaluation, by route. Streams are left out, because they report
 * only changes from now on, and so is what a mailed link asks.
 */
export async function answersOfAll(
  ask: Ask,
  company: FurnishedCompany,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  async function keep(route: string, asked: ApiRequest): Promise<void> {
    const { status, text } = await ask(asked);
    answers[route] = `${status} ${text.replaceAll(OF_THE_MOMENT, '')}`;
  }
  const reads = (await endpointsOfContract()).filter(
    (endpoint) =>
      endpoint.method === 'GET' && endpoint.result !== undefined && routeOf(endpoint) !== OF_A_LINK,
  );
  for (const endpoint of reads) {
    const path = fillPath(endpoint.path, company) + (QUERIES[routeOf(endpoint)]?.(company) ?? '');
    await keep(routeOf(endpoint), { method: 'GET', path, bearer: bearerOf(endpoint, company) });
  }
  const body = { uid: 'ana', context: { targetingKey: 'ana' } };
  const { environmentKey, clientKey } = company;
  for (const [route, bearer] of [
    ['/api/toggles', environmentKey],
    ['/ofrep/v1/evaluate/flags', environmentKey],
    ['/ofrep/v1/evaluate/flags', clientKey],
  ] as const) {
    const whose = bearer === clientKey ? 'of a page' : 'of a system';
    await keep(`POST ${route} ${whose}`, { method: 'POST', path: route, bearer, body });
  }
  return answers;
}

function bearerOf({ access }: Endpoint, company: FurnishedCompany): string {
  return access.startsWith('environment') ? company.environmentKey : company.adminToken;
}
