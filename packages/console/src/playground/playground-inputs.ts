import type { Property } from '@comporta/contract/properties/property';
import type { PlaygroundInputs } from '../data/playground-queries.ts';
import { givenValue } from '../parts/conditions/given-value.ts';

const UID_NAME = 'uid';
const TOGGLE_NAME = 'toggle';
const COMPARE_NAME = 'compare';
/** Users choose the keys of properties, so a prefix keeps them apart from our own parameters. */
const PROPERTY_PREFIX = 'p.';

export const NO_INPUTS: PlaygroundInputs = { uid: '', toggleId: '', properties: {} };

/** The query in the address; undefined when there is none yet. */
export function inputsIn(params: URLSearchParams): PlaygroundInputs | undefined {
  const uid = params.get(UID_NAME);
  if (uid === null) return undefined;
  const properties = [...params]
    .filter(([name, value]) => name.startsWith(PROPERTY_PREFIX) && value !== '')
    .map(([name, value]) => [name.slice(PROPERTY_PREFIX.length), value]);
  return {
    uid,
    toggleId: params.get(TOGGLE_NAME) ?? '',
    properties: Object.fromEntries(properties),
  };
}

/** The inputs that the form starts with: the query, or the toggle that the user came from. */
export function startIn(params: URLSearchParams): PlaygroundInputs {
  return inputsIn(params) ?? { ...NO_INPUTS, toggleId: params.get(TOGGLE_NAME) ?? '' };
}

/** Empty when nothing is given. Only own keys count, because `constructor` may be the key of a property. */
export function givenText({ properties }: PlaygroundInputs, key: string): string {
  return (Object.hasOwn(properties, key) ? properties[key] : undefined) ?? '';
}

/** The query as it is sent: lists as lists. */
export function sentInputs(inputs: PlaygroundInputs, properties: readonly Property[]) {
  const types = new Map(properties.map(({ key, type }) => [key, type]));
  const given = Object.entries(inputs.properties);
  return {
    ...inputs,
    properties: Object.fromEntries(
      given.map(([key, text]) => [key, givenValue(types.get(key), text)]),
    ),
  };
}

export function addressOf({ uid, toggleId, properties }: PlaygroundInputs): URLSearchParams {
  const params = new URLSearchParams({ [UID_NAME]: uid });
  if (toggleId !== '') params.set(TOGGLE_NAME, toggleId);
  for (const [key, value] of Object.entries(properties)) {
    if (value !== '') params.set(PROPERTY_PREFIX + key, value);
  }
  return params;
}

/** The id of the environment to compare with. */
export function comparedIn(params: URLSearchParams): string | undefined {
  return params.get(COMPARE_NAME) ?? undefined;
}

export function comparingWith(params: URLSearchParams, envId: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (envId === undefined) next.delete(COMPARE_NAME);
  else next.set(COMPARE_NAME, envId);
  return next;
}
