import type { Endpoint } from '@comporta/contract/endpoint';
import { endpointsOfContract, fieldsOf } from './contract-endpoints.ts';

const ENDPOINTS = await endpointsOfContract();

interface Refusal {
  readonly error_code?: unknown;
  readonly meta_data?: { readonly at?: unknown; readonly problems?: unknown };
}

/** Throws when a refusal of a body names a place that the body cannot have. */
export function requirePlacesInBody(method: string, url: string, body: unknown): void {
  const { error_code: code, meta_data: meta } = (body ?? {}) as Refusal;
  if (code === undefined || meta === undefined) return;
  const endpoint = ENDPOINTS.find((one) => one.method === method && isPathOf(one, url));
  if (endpoint?.body === undefined) return;
  const fields = fieldsOf(endpoint);
  const problems = Array.isArray(meta.problems) ? meta.problems : [];
  for (const { at } of [meta, ...problems]) {
    // The refusal of an import names the entity, which is not a place in the body.
    if (Array.isArray(at) && at.length > 0 && !fields.includes(at[0])) {
      throw new Error(`${code} of ${method} ${url} is at ${JSON.stringify(at)}`);
    }
  }
}

function isPathOf({ path }: Endpoint, url: string): boolean {
  const parts = path.split('/');
  const given = (url.split('?')[0] ?? '').split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith(':') || part === given[index])
  );
}
