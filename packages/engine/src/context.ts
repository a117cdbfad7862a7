import { STRING_OPERATOR } from './operators/string.ts';
import { isLongerThan } from './text-length.ts';

/** The user of an evaluation and what is known about them: plain data. A getter may be called any number of times. */
export interface Context {
  /** The user's identity; `targetingKey` in OpenFeature. */
  readonly uid?: string | undefined;
  /** Values by property key. What an object inherits does not count: `constructor` is an ordinary key. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export const PROPERTY_VALUE_MAX_CHARS = 1024;

/** The uid as the request contains it. An empty one counts as absent: all users without a uid would share one bucket. */
export function givenUid(context: Context): unknown {
  return context.uid === '' ? undefined : context.uid;
}

/** The identity that splits hash; undefined when it is absent or unreadable. */
export function uidOf(context: Context): string | undefined {
  return unitIn(context.uid);
}

/** What a split hashes, as a STRING property reads it; undefined when it is absent, empty or unreadable. */
export function unitIn(given: unknown): string | undefined {
  if (typeof given !== 'string') return STRING_OPERATOR.read(given);
  return given === '' || isTooLong(given) ? undefined : given;
}

export function isAbsent(raw: unknown): raw is undefined | null {
  return raw === undefined || raw === null;
}

/** Whether a value of a property is too long to be read; it then counts as unreadable. */
export function isTooLong(text: string): boolean {
  return isLongerThan(text, PROPERTY_VALUE_MAX_CHARS);
}
