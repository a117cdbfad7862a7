import type { Endpoint } from '@comporta/contract/endpoint';

const KIB = 1024;

/** The limit for most endpoints, and for anything that is parsed on the event loop. */
export const BODY_LIMIT_BYTES = 1024 * KIB;
const OPEN_LIMIT_BYTES = 16 * KIB;
const FORM_LIMIT_BYTES = 8 * KIB;

/** The maximum size of a request body, in bytes: that of the endpoint, or else a default for its access. Source: T01. */
export function bodyLimitOf({ bodyLimitBytes, form, access }: Endpoint): number {
  if (bodyLimitBytes !== undefined) return bodyLimitBytes;
  if (form) return FORM_LIMIT_BYTES;
  return access === 'public' ? OPEN_LIMIT_BYTES : BODY_LIMIT_BYTES;
}
