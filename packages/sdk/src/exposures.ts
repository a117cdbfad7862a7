import type { EventQueue } from '@comporta/client-core/events/event-queue';
import { rememberExposures } from '@comporta/client-core/repeats';
import { type Context, uidOf } from '@comporta/engine/context';
import type { Outcome } from '@comporta/engine/outcome';
import { lastSplitHash } from '@comporta/engine/split';

/** Hears of a value that somebody gets, right after it was decided. */
export type TellExposure = (outcome: Outcome, context: Context) => void;

/** Reports each user once in each phase of a measured split. The properties named go with it. */
export function reportExposures(queue: EventQueue, segments: readonly string[]): TellExposure {
  const repeats = rememberExposures();
  return ({ exposure, toggle }, context) => {
    if (exposure === undefined || repeats.isRepeat(exposure, lastSplitHash())) return;
    const uid = uidOf(context);
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

/** Types of values that go with an exposure: one that JSON cannot say would keep all others from being sent. */
const SENT: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);
