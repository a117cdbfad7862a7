import { Rejection } from '../platform/base/rejection.ts';
import { openRoom } from '../platform/base/room.ts';
import { kindOf, type Limited, type Opened } from './admission/limited.ts';

/** Streams of all environments on one node; a connection that only evaluates needs room, too. Source: FAIR-17. */
const MOST_OF_A_NODE = 16_000;
const LEAST_OF_A_NETWORK = 10;
const RETRY_SECONDS = 60;

/** Counts the open streams on this node. */
export interface StreamLimit {
  /**
   * Counts one more stream, or rejects with RATE_LIMITED when there are too many of the environment, of its client key,
   * of this address with it, or of the node. The address is undefined where none is limited. Returns a function that
   * releases it.
   */
  take(access: Opened, address: string | undefined): () => void;
  /** The number of open streams of all environments. */
  open(): number;
}

/** Client keys leave a quarter of the streams of an environment to its servers, and one network has a twentieth. */
export function createStreamLimit(
  perEnvironment: number,
  { note }: Pick<Limited, 'note'>,
): StreamLimit {
  const ofClients = Math.floor((3 * perEnvironment) / 4);
  const ofNetwork = Math.max(LEAST_OF_A_NETWORK, Math.floor(perEnvironment / 20));
  const room = openRoom(MOST_OF_A_NODE);
  const open = new Map<string, number>();

  /** What a stream counts as, with how many there may be. */
  function countersOf({ kind, environment: { id } }: Opened, address: string | undefined) {
    const counters: [key: string, most: number][] = [[id, perEnvironment]];
    if (kind === 'CLIENT_KEY') counters.push([`${id} clients`, ofClients]);
    if (address !== undefined) counters.push([address, ofNetwork]);
    return counters;
  }

  return {
    open: () => room.all,
    take(access, address) {
      const { environment } = access;
      const kind = kindOf(access);
      const company = environment.snapshot.head.accountId;
      const holder = { company, lane: `${environment.id} ${kind}`, isClient: kind === 'CLIENT' };
      const counters = countersOf(access, address);
      const fits = counters.every(([key, most]) => (open.get(key) ?? 0) < most);
      if (!fits || !room.take(holder, 1)) {
        note(access, 'STREAMS');
        throw new Rejection('RATE_LIMITED', { limit: 'STREAMS', retry_after: RETRY_SECONDS });
      }
      for (const [key] of counters) open.set(key, (open.get(key) ?? 0) + 1);
      return () => {
        room.giveBack(holder, 1);
        for (const [key] of counters) {
          const left = (open.get(key) ?? 1) - 1;
          if (left === 0) open.delete(key);
          else open.set(key, left);
        }
      };
    },
  };
}
