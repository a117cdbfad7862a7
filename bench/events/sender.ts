import autocannon from 'autocannon';
import { print } from '../service/numbers.ts';

const EVENTS_A_CALL = 10;
/** Whose users send events that name a unit. */
const ORGANISATIONS = 50;
/** Enough concurrent calls to fill a batch that the service commits. */
const CONNECTIONS = 200;

export interface Sending {
  readonly url: string;
  readonly key: string;
  readonly seconds: number;
  /** Undefined: as many as the service accepts. */
  readonly eventsPerSecond?: number;
  /** The key of a property of which each event names a value, too. */
  readonly unit?: string;
}

/**
 * Sends new events, ten per call, from a thread of its own; resolves with how many were stored. Each call has a user of
 * its own, and each event a unique id.
 */
export async function sendEvents({
  url,
  key,
  seconds,
  eventsPerSecond,
  unit,
}: Sending): Promise<number> {
  const at = new Date().toISOString();
  const bodies = Array.from({ length: unit === undefined ? 1 : ORGANISATIONS }, (_, which) =>
    JSON.stringify({
      events: Array.from({ length: EVENTS_A_CALL }, (__, place) => ({
        type: 'track',
        id: `[<id>]-${place}`,
        key: 'purchase',
        uid: '[<id>]',
        at,
        ...(unit !== undefined && { units: { [unit]: `organisation ${which}` } }),
      })),
    }),
  );
  const result = await autocannon({
    url: `${url}/api/events`,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: bodies.map((body) => ({ body })),
    idReplacement: true,
    connections: CONNECTIONS,
    duration: seconds,
    workers: 1,
    ...(eventsPerSecond !== undefined && { overallRate: eventsPerSecond / EVENTS_A_CALL }),
  });
  if (result.non2xx > 0) print(`  (${result.non2xx} calls were asked to come again)`);
  return result['2xx'] * EVENTS_A_CALL;
}
