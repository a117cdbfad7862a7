import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../platform/base/ids.ts';
import type { EnvironmentHead } from '../snapshot/snapshot-repository.ts';
import type { CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';

/**
 * Stands in a stream's URL where the key must not: it opens nothing but the stream, needs no storage
 * and dies with the environment's key. Browsers keep it for weeks, so it has no other end.
 */
export function ticketOf({ id, keyHash }: EnvironmentHead): string {
  return `${id}.${signature(id, keyHash ?? '')}`;
}

export async function environmentOfTicket(
  snapshots: Snapshots,
  ticket: string,
): Promise<CachedEnvironment | undefined> {
  const [id = '', signed = ''] = ticket.split('.');
  const environment = isId(id) ? await snapshots.ofEnvironment(id) : undefined;
  const keyHash = environment?.snapshot.head.keyHash ?? null;
  if (keyHash === null) return undefined;
  const expected = Buffer.from(signature(id, keyHash));
  const given = Buffer.from(signed);
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  return isValid ? environment : undefined;
}

function signature(id: string, keyHash: string): string {
  return createHmac('sha256', keyHash).update(`comporta stream ${id}`).digest('base64url');
}
