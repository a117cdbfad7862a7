import { type Context as EngineContext, uidOf } from '@comporta/engine/context';

/** The user of a request and what is known about them: plain data. A getter may be called any number of times. */
export interface Context {
  /** Identifies the user. Splits and the property `uid` use it. */
  readonly uid?: string | undefined;
  /** Values by property key. A date is a string: `2026-11-21`, or a date-time with an offset. */
  readonly properties?: Readonly<Record<string, PropertyValue>> | undefined;
}

type SingleValue = string | number | boolean | null | undefined;

/** null and undefined count as absent; a list is for properties of type LIST. */
export type PropertyValue = SingleValue | readonly SingleValue[];

const NO_PROPERTIES = {};

/** Throws if there is no context, or if a getter of it throws. */
export function engineContextOf({ uid, properties }: Context): EngineContext {
  return { uid, properties: properties ?? NO_PROPERTIES };
}

/** The uid of any value that a caller passed; undefined if there is no readable one. */
export function uidIn(given: Context): string | undefined {
  return uidOf(readableContextOf(given));
}

/** The readable part of any value that a caller passed. A getter that throws counts as absent, a non-object as empty. */
export function readableContextOf(given: unknown): EngineContext {
  const { uid, properties } = readable(given);
  return {
    // Not checked here: the engine ignores a uid that is not text.
    uid: uid as string | undefined,
    properties: readable(properties),
  };
}

function readable(given: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null);
  if (typeof given !== 'object' || given === null) return copy;
  for (const key of keysOf(given)) {
    try {
      copy[key] = Reflect.get(given, key);
    } catch {
      // The property counts as absent.
    }
  }
  return copy;
}

/** A Proxy may throw even here. */
function keysOf(given: object): readonly string[] {
  try {
    return Object.keys(given);
  } catch {
    return [];
  }
}
