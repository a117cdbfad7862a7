import { notePart, type TargetingScope, unsupported } from '../foreign/targeting-scope.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { FlagdDefinitions } from './flagd-definitions.ts';

const PLACE_MAX_CHARS = 1_000;

export interface FlagdScope extends TargetingScope {
  readonly evaluators: NonNullable<FlagdDefinitions['$evaluators']>;
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

/** The operation that a part is; undefined for a constant and a list. Throws UnsupportedFeature. */
export function operationOf(node: Node, scope: FlagdScope): Operation | undefined {
  notePart(scope);
  if (node.place.length > PLACE_MAX_CHARS) {
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
export function referredBy({ place, args, hasList }: Operation, { evaluators }: FlagdScope) {
  const name = args[0]?.json;
  if (place.startsWith('$evaluators')) {
    throw unsupported({ place }, 'flagd replaces $ref only once, so none may stand in $evaluators');
  }
  if (hasList || typeof name !== 'string' || !Object.hasOwn(evaluators, name)) {
    throw unsupported({ place }, 'there is no such evaluator');
  }
  return { name, node: { json: evaluators[name], place: `$evaluators.${name}` } };
}
