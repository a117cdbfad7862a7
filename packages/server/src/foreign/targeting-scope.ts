import type { ContextFields } from './context-fields.ts';
import type { TargetGroups } from './group-names.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** What the importing person promises about the programs, so that more can be imported. Source: LIF-76. */
export const TARGETING_PROMISES = ['types-are-strict', 'users-change-sides'] as const;
export type TargetingPromise = (typeof TARGETING_PROMISES)[number];

/** Targeting is converted while the file is read, so one flag, and one file, may only take so long. */
const FLAG_MAX_PARTS = 10_000;
const FILE_MAX_PARTS = 1_000_000;

/** What all targeting of a file is converted with. */
export interface TargetingScope {
  readonly fields: ContextFields;
  readonly targetGroups: TargetGroups;
  readonly promises: readonly TargetingPromise[];
  /** How many parts of targeting were looked at, of the present flag and of all. */
  readonly seen: { ofFlag: number; ofFile: number };
}

/** Where something is in the file, for people: `targeting.if[2].fractional`. */
export interface Place {
  readonly place: string;
}

/** The error for a part that cannot be imported exactly; it names the place. */
export function unsupported({ place }: Place, reason: string) {
  return new UnsupportedFeature(`${place}: ${reason}`);
}

/** Counts one more part of targeting. Throws UnsupportedFeature when there are too many. */
export function notePart({ seen }: Pick<TargetingScope, 'seen'>): void {
  seen.ofFlag++;
  seen.ofFile++;
  if (seen.ofFlag > FLAG_MAX_PARTS || seen.ofFile > FILE_MAX_PARTS) {
    throw new UnsupportedFeature('its targeting is too large, or nested too deeply');
  }
}

/** Throws UnsupportedFeature unless the importing person promised it. */
export function requirePromise(
  at: Place,
  { promise, because }: { readonly promise: TargetingPromise; readonly because: string },
  { promises }: Pick<TargetingScope, 'promises'>,
): void {
  if (!promises.includes(promise)) {
    throw unsupported(at, `${because}; if so, import with --promise ${promise}`);
  }
}

/** Where flags are imported to, and what the file cannot say. */
export interface Destination {
  readonly application: string;
  readonly environment: string;
  readonly promises?: readonly TargetingPromise[];
}
