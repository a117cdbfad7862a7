import { type Pulse, refusalWhileAway } from '../../platform/base/pulse.ts';
import { Rejection } from '../../platform/base/rejection.ts';

/** Such a query takes a few milliseconds, or waits for a slow database. Source: FAIR-19. */
const SLOW_MS = 5_000;

/**
 * The result of a query that only reads; rejects with SERVICE_UNAVAILABLE as soon as the database is away, and with
 * SERVICE_BUSY after 5 s. The query itself is not cancelled.
 */
export async function answeredSoon<Result>(
  pulse: Pick<Pulse, 'away' | 'onAway'>,
  query: Promise<Result>,
): Promise<Result> {
  if (pulse.away() !== undefined) {
    query.catch(() => {});
    throw refusalWhileAway(pulse);
  }
  const refused = Promise.withResolvers<never>();
  const timer = setTimeout(() => refused.reject(new Rejection('SERVICE_BUSY')), SLOW_MS);
  const stop = pulse.onAway(() => refused.reject(refusalWhileAway(pulse)));
  try {
    return await Promise.race([query, refused.promise]);
  } finally {
    clearTimeout(timer);
    stop();
  }
}
