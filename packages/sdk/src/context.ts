import type { Context as EngineContext } from '@comporta/engine/context';

/** Who asks, and what is known about them: plain data. A getter may be called any number of times. */
export interface Context {
  /** The user's identity: what splits and the property `uid` look at. */
  readonly uid?: string | undefined;
  /** Values by property key. A date is text: `2026-11-21`, or a date-time with its offset. */
  readonly properties?: Readonly<Record<string, PropertyValue>> | undefined;
}

export type PropertyValue = string | number | boolean | null | undefined;

const NO_PROPERTIES = {};

export function engineContextOf({ uid, properties }: Context): EngineContext {
  return { uid, properties: properties ?? NO_PROPERTIES };
}
