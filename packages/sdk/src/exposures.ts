import { QUEUED_MOST } from '@comporta/client-core/events/backlog';
import type { EventQueue } from '@comporta/client-core/events/event-queue';
import { rememberExposures } from '@comporta/client-core/repeats';
import type { Context } from '@comporta/engine/context';
import type { Outcome } from '@comporta/engine/outcome';
import { unitOf } from '@comporta/engine/property';
import { lastSplitHash } from '@comporta/engine/split';

/** Called with each value that a user gets, right after it was decided. */
export type TellExposure = (outcome: Outcome, context: Context) => void;

/** Queues one exposure per user in each phase of a measured split, with the properties listed in `segments`. */
export function reportExposures(queue: EventQueue, segments: readonly string[]): TellExposure {
  const repeats = rememberExposures();
  return ({ exposure, toggle }, context) => {
    if (exposure === undefined) return;
    const splitHash = lastSplitHash();
    if (repeats.isRepeat(exposure, splitHash)) return;
    if (queue.status().queued >= QUEUED_MOST) repeats.forget(exposure, splitHash);
    const uid = unitOf(context, exposure.by);
    if (uid === undefined) return;
    const event = { type: 'exposure', toggle: toggle.name, ...exposure, uid } as const;
    const at = new Date().toISOString();
    const values = segmentsOf(context, segments);
    queue.add(values === undefined ? { ...event, at } : { ...event, at, segments: values });
  };
}

function segmentsOf({ properties }: Context, segments: readonly string[]) {
  const known = segments.flatMap((key) => {
    const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return SENT.has(typeof value) || value instanceof Date ? [[key, value] as const] : [];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Only these types are sent with an exposure: a value that JSON cannot represent would block the whole batch. */
const SENT: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);
