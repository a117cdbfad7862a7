import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../platform/base/ids.ts';
import { acceptedKeys } from '../../snapshot/key-kind.ts';
import type { Access, Snapshots } from '../../snapshot/snapshots.ts';

/**
 * A credential for the URL of a stream, where the key must not appear. It opens only the stream, needs no storage and
 * becomes invalid with the key that it was made with. It has no expiry, because browsers keep it for weeks.
 */
export function ticketOf(environmentId: string, keyHash: string): string {
  return `${environmentId}.${signature(environmentId, keyHash)}`;
}

/** The access of the key behind a ticket; undefined for a ticket that is not valid. */
export async function accessOfTicket(
  snapshots: Snapshots,
  ticket: string,
): Promise<Access | undefined> {
  const [id = '', signed = ''] = ticket.split('.');
  const environment = isId(id) ? await snapshots.ofEnvironment(id) : undefined;
  if (environment === undefined) return undefined;
  const key = acceptedKeys(environment.snapshot.head).find(({ keyHash }) =>
    isSignature(signed, signature(id, keyHash)),
  );
  return key && { kind: key.kind, keyHash: key.keyHash, environment };
}

function isSignature(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}

function signature(id: string, keyHash: string): string {
  return createHmac('sha256', keyHash).update(`comporta stream ${id}`).digest('base64url');
}
