import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../platform/base/ids.ts';
import { KEY_KINDS, keyHashOf } from '../../snapshot/key-kind.ts';
import type { Access, Snapshots } from '../../snapshot/snapshots.ts';

/**
 * Stands in a stream's URL where the key must not: it opens nothing but the stream, needs no storage
 * and dies with the key that it was made with. Browsers keep it for weeks, so it has no other end.
 */
export function ticketOf(environmentId: string, keyHash: string): string {
  return `${environmentId}.${signature(environmentId, keyHash)}`;
}

/** What the ticket's key opens. */
export async function accessOfTicket(
  snapshots: Snapshots,
  ticket: string,
): Promise<Access | undefined> {
  const [id = '', signed = ''] = ticket.split('.');
  const environment = isId(id) ? await snapshots.ofEnvironment(id) : undefined;
  if (environment === undefined) return undefined;
  const kind = KEY_KINDS.find((one) => {
    const keyHash = keyHashOf(environment.snapshot.head, one);
    return keyHash !== null && isSignature(signed, signature(id, keyHash));
  });
  return kind && { kind, environment };
}

function isSignature(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}

function signature(id: string, keyHash: string): string {
  return createHmac('sha256', keyHash).update(`comporta stream ${id}`).digest('base64url');
}
