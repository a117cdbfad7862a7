import type { EnvironmentHead } from './snapshot-repository.ts';

/** An environment key is on its owner's servers; a client key is public. */
export const KEY_KINDS = ['ENVIRONMENT_KEY', 'CLIENT_KEY'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** The hash of the environment's present key of this kind; null while there is none. */
export function keyHashOf(
  { keyHash, clients }: Pick<EnvironmentHead, 'keyHash' | 'clients'>,
  kind: KeyKind,
): string | null {
  return kind === 'ENVIRONMENT_KEY' ? keyHash : (clients?.keyHash ?? null);
}

export interface AcceptedKey {
  readonly kind: KeyKind;
  readonly keyHash: string;
  /** Infinite for a key that was not replaced. */
  readonly endsAtMs: number;
}

type KeyedHead = Pick<EnvironmentHead, 'keyHash' | 'former' | 'clients'>;

/** The keys that open an environment now: of each kind the present one and, until their end, former ones. */
export function acceptedKeys(head: KeyedHead): AcceptedKey[] {
  const { former, clients } = head;
  const accepted: AcceptedKey[] = [];
  for (const kind of KEY_KINDS) {
    const keyHash = keyHashOf(head, kind);
    if (keyHash !== null) accepted.push({ kind, keyHash, endsAtMs: Number.POSITIVE_INFINITY });
    const formerOnes = kind === 'ENVIRONMENT_KEY' ? former : [clients?.former ?? []].flat();
    for (const one of formerOnes) {
      accepted.push({ kind, keyHash: one.keyHash, endsAtMs: endOf(one) });
    }
  }
  const now = Date.now();
  return accepted.filter(({ endsAtMs }) => endsAtMs > now);
}

/** A time that cannot be read is over: a key is never accepted for longer than somebody asked for. */
function endOf({ endsAt }: KeyedHead['former'][number]): number {
  return endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(endsAt) || 0;
}

export function isAccepted(
  head: KeyedHead,
  { kind, keyHash }: Pick<AcceptedKey, 'kind' | 'keyHash'>,
): boolean {
  return acceptedKeys(head).some((one) => one.kind === kind && one.keyHash === keyHash);
}
