import { type Context as EngineContext, uidOf } from '@comporta/engine/context';

/** Who asks, and what is known about them: plain data. A getter may be called any number of times. */
export interface Context {
  /** The user's identity: what splits and the property `uid` look at. */
  readonly uid?: string | undefined;
  /** Values by property key. A date is text: `2026-11-21`, or a date-time with its offset. */
  readonly properties?: Readonly<Record<string, PropertyValue>> | undefined;
}

export type PropertyValue = string | number | boolean | null | undefined;

const NO_PROPERTIES = {};

/** Throws what a getter throws, and when there is no context. */
export function engineContextOf({ uid, properties }: Context): EngineContext {
  return { uid, properties: properties ?? NO_PROPERTIES };
}

/** The uid of whatever was given; undefined where it cannot be read. */
export function uidIn(given: Context): string | undefined {
  return uidOf(readableContextOf(given));
}

/** What can be read of whatever was given: what throws is absent, and what is no object is empty. */
export function readableContextOf(given: unknown): EngineContext {
  const { uid, properties } = readable(given);
  return {
    // The engine reads a uid as it reads any text, and refuses what is none.
    uid: uid as string | undefined,
    properties: readable(properties),
  };
}

function readable(given: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null);
  if (typeof given !== 'object' || given === null) return copy;
  for (const key of Object.keys(given)) {
    try {
      copy[key] = Reflect.get(given, key);
    } catch {
      // Absent, then.
    }
  }
  return copy;
}
