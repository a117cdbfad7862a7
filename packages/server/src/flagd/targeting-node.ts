import type { ContextFields } from '../foreign/context-fields.ts';
import type { TargetGroups } from '../foreign/group-names.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { FlagdDefinitions } from './flagd-definitions.ts';

/** What the importing person promises about the programs, so that more can be imported. Source: LIF-76. */
export const FLAGD_PROMISES = ['types-are-strict', 'users-change-sides'] as const;
export type FlagdPromise = (typeof FLAGD_PROMISES)[number];

/** Targeting is converted while the file is read, so one flag, and one file, may only take so long. */
const FLAG_MAX_NODES = 10_000;
const FILE_MAX_NODES = 1_000_000;
const PLACE_MAX_CHARS = 1_000;

export interface TargetingScope {
  readonly fields: ContextFields;
  readonly targetGroups: TargetGroups;
  readonly evaluators: NonNullable<FlagdDefinitions['$evaluators']>;
  readonly promises: readonly FlagdPromise[];
  /** How many parts of targeting were looked at, of the present flag and of all. */
  readonly seen: { ofFlag: number; ofFile: number };
}

/** One part of a flag's targeting. */
export interface Node {
  readonly json: unknown;
  /** Where it is, for people: `targeting.if[2].fractional`. */
  readonly place: string;
}

/** An operator with its arguments; one argument may stand without a list. */
export interface Operation {
  readonly operator: string;
  readonly place: string;
  readonly args: readonly Node[];
  readonly hasList: boolean;
}

/** The error for a part that cannot be imported exactly; it names the place. */
export function unsupported({ place }: { readonly place: string }, reason: string) {
  return new UnsupportedFeature(`${place}: ${reason}`);
}

/** The operation that a part is; undefined for a constant and a list. Throws UnsupportedFeature. */
export function operationOf(node: Node, { seen }: TargetingScope): Operation | undefined {
  seen.ofFlag++;
  seen.ofFile++;
  const tooMany = seen.ofFlag > FLAG_MAX_NODES || seen.ofFile > FILE_MAX_NODES;
  if (tooMany || node.place.length > PLACE_MAX_CHARS) {
    throw new UnsupportedFeature('its targeting is too large, or nested too deeply');
  }
  const { json } = node;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const [entry, ...others] = Object.entries(json);
  if (entry === undefined || others.length > 0) {
    throw unsupported(node, 'an operation has exactly one name');
  }
  const [operator, given] = entry;
  const place = `${node.place}.${operator}`;
  if (!Array.isArray(given)) {
    return { operator, place, args: [{ json: given, place }], hasList: false };
  }
  const args = given.map((json, index) => ({ json, place: `${place}[${index}]` }));
  return { operator, place, args, hasList: true };
}

/** The part of `$evaluators` that a `$ref` names. Throws UnsupportedFeature. */
export function referredBy({ place, args, hasList }: Operation, { evaluators }: TargetingScope) {
  const name = args[0]?.json;
  if (place.startsWith('$evaluators')) {
    throw unsupported({ place }, 'flagd replaces $ref only once, so none may stand in $evaluators');
  }
  if (hasList || typeof name !== 'string' || !Object.hasOwn(evaluators, name)) {
    throw unsupported({ place }, 'there is no such evaluator');
  }
  return { name, node: { json: evaluators[name], place: `$evaluators.${name}` } };
}

/** Throws UnsupportedFeature unless the importing person promised it. */
export function requirePromise(
  at: { readonly place: string },
  { promise, because }: { readonly promise: FlagdPromise; readonly because: string },
  { promises }: TargetingScope,
): void {
  if (!promises.includes(promise)) {
    throw unsupported(at, `${because}; if so, import with --promise ${promise}`);
  }
}
