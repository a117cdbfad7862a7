/** What is asked: as whom, about which toggle. The address has it, to be shared. */
export interface PlaygroundInputs {
  readonly uid: string;
  /** Empty: every toggle. */
  readonly toggleId: string;
  /** By the key of the property; an empty one is not sent. */
  readonly properties: Readonly<Record<string, string>>;
}

const UID_NAME = 'uid';
const TOGGLE_NAME = 'toggle';
const COMPARE_NAME = 'compare';
/** Keys of properties are the user's: no name of ours may be one. */
const PROPERTY_PREFIX = 'p.';

export const NO_INPUTS: PlaygroundInputs = { uid: '', toggleId: '', properties: {} };

/** What the address asks; undefined when it asks nothing yet. */
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

/** What the form starts with: the question, or the toggle that somebody came from. */
export function startIn(params: URLSearchParams): PlaygroundInputs {
  return inputsIn(params) ?? { ...NO_INPUTS, toggleId: params.get(TOGGLE_NAME) ?? '' };
}

/** Empty when nothing is given, whatever objects have by that name: `constructor` is a key like any other. */
export function givenText({ properties }: PlaygroundInputs, key: string): string {
  return (Object.hasOwn(properties, key) ? properties[key] : undefined) ?? '';
}

export function addressOf({ uid, toggleId, properties }: PlaygroundInputs): URLSearchParams {
  const params = new URLSearchParams({ [UID_NAME]: uid });
  if (toggleId !== '') params.set(TOGGLE_NAME, toggleId);
  for (const [key, value] of Object.entries(properties)) {
    if (value !== '') params.set(PROPERTY_PREFIX + key, value);
  }
  return params;
}

/** The id of the environment in which the same is asked beside this one. */
export function comparedIn(params: URLSearchParams): string | undefined {
  return params.get(COMPARE_NAME) ?? undefined;
}

export function comparingWith(params: URLSearchParams, envId: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (envId === undefined) next.delete(COMPARE_NAME);
  else next.set(COMPARE_NAME, envId);
  return next;
}
