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
  const known = segments.filter((key) => Object.hasOwn(properties, key));
  if (known.length === 0) return undefined;
  return Object.fromEntries(known.map((key) => [key, properties[key]]));
}
