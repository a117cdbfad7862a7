import type { CountEvent } from '@comporta/contract/events/event';
import type { EventCall } from './event-call.ts';
import type { KeepOptions } from './event-spool.ts';

/** What is lost later than a client was last told of is told again, and the few calls of that take no room to speak of. */
const AGAIN_MS = 60 * 60_000;
/** How many clients of a key are told of by name; all others are one. */
const CLIENTS_MOST = 20;

type By = Pick<EventCall, 'key' | 'lane'>;

type HandOver = (by: By, events: readonly CountEvent[], options: KeepOptions) => Promise<boolean>;

/**
 * Tells the service of clients whose uses were lost at this node, or would be if it ended now, that they do not report: what
 * they use is unknown then, and not unused. The call is kept where there is no room for others. Source: LIF-26.
 */
export function tellOfLosses(handOver: HandOver) {
  const losses = new Map<string, { readonly lane: By['lane']; readonly clients: Set<string> }>();
  /** By key: when it was last told of. */
  const told = new Map<string, number>();

  return {
    /** Some clients of a key lose uses. */
    add({ key, lane }: By, clients: readonly string[]): void {
      const known = losses.get(key) ?? { lane, clients: new Set() };
      losses.set(key, known);
      for (const client of clients) {
        known.clients.add(known.clients.size < CLIENTS_MOST ? client : '');
      }
    },
    /** Tells of all that are new, and again of those that still do after an hour. */
    async tell(): Promise<void> {
      const now = performance.now();
      for (const [key, { lane, clients }] of [...losses]) {
        if (now < (told.get(key) ?? Number.NEGATIVE_INFINITY) + AGAIN_MS) continue;
        const at = new Date().toISOString();
        const events = [...clients].map(
          (client): CountEvent => ({ type: 'count', at, client, counts: [], asked: 'BULK' }),
        );
        if (!(await handOver({ key, lane }, events, { evenIfFull: true }))) continue;
        losses.delete(key);
        told.set(key, now);
      }
    },
  };
}
