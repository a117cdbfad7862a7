import type { Endpoint } from '@comporta/contract/endpoint';

const KIB = 1024;

/** What most calls take, and what may be read on the event loop at all. */
export const BODY_LIMIT_BYTES = 1024 * KIB;
const OPEN_LIMIT_BYTES = 16 * KIB;
const FORM_LIMIT_BYTES = 8 * KIB;

/** How many bytes a call's body may have: what the endpoint says, else by who may make it. Source: T01. */
export function bodyLimitOf({ bodyLimitBytes, form, access }: Endpoint): number {
  if (bodyLimitBytes !== undefined) return bodyLimitBytes;
  if (form) return FORM_LIMIT_BYTES;
  return access === 'public' ? OPEN_LIMIT_BYTES : BODY_LIMIT_BYTES;
}
