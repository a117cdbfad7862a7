import type { Outcome } from '@comporta/engine/outcome';
import { typedValue } from '@comporta/engine/typed-value';
import type { EvaluationError } from '@comporta/engine/vocabulary';

/** What one outcome is on the wire. Made once per outcome; answers are these strings, joined. */
export interface PreparedOutcome {
  /** `"toggle":"value"`, for the toggle fetch. */
  readonly pair: string;
  /** A flag of an OFREP bulk answer. */
  readonly flag: string;
  /** Two halves of a hash of `flag`, for the entity tag of a bulk answer. */
  readonly hash1: number;
  readonly hash2: number;
}

/** An outcome belongs to a compiled toggle and goes with it, and so do its strings. */
const prepared = new WeakMap<Outcome, PreparedOutcome>();

function preparedOf(outcome: Outcome): PreparedOutcome {
  return prepared.get(outcome) ?? prepare(outcome);
}

function prepare(outcome: Outcome): PreparedOutcome {
  const name = JSON.stringify(outcome.toggle.name);
  const flag =
    outcome.errorCode === undefined ? flagOf(outcome) : failureOf(outcome, outcome.errorCode);
  const strings = {
    pair: `${name}:${JSON.stringify(outcome.value)}`,
    flag,
    hash1: hashOf(flag, 0x811c9dc5),
    hash2: hashOf(flag, 0x9747b28c),
  };
  prepared.set(outcome, strings);
  return strings;
}

function flagOf({ toggle, value, reason, ruleOrder, ruleType, experimentId }: Outcome): string {
  return JSON.stringify({
    key: toggle.name,
    reason,
    value: typedValue(toggle.valueType, value) ?? value,
    variant: value,
    metadata: { ruleOrder, ruleType, experimentId },
  });
}

const FAILURE_DETAILS: Readonly<Record<EvaluationError, string>> = {
  TARGETING_KEY_MISSING: 'A percentage split decides this toggle: send a targetingKey.',
  PARSE_ERROR: 'The rules of this toggle need a newer version of this edge node.',
};

/** A flag that could not be decided. */
function failureOf({ toggle }: Outcome, errorCode: EvaluationError): string {
  const errorDetails = FAILURE_DETAILS[errorCode];
  return JSON.stringify({ key: toggle.name, errorCode, errorDetails });
}

/** FNV-1a over UTF-16 units. Strings are prepared once, so its speed does not matter. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** A flag alone, its metadata with these members too: `"name":"value"`. A flag that failed has none. */
export function singleFlag(outcome: Outcome, metadata: string): string {
  const { flag } = preparedOf(outcome);
  if (outcome.errorCode !== undefined) return flag;
  const separator = flag.endsWith('{}}') ? '' : ',';
  return `${flag.slice(0, -2)}${separator}${metadata}}}`;
}

/** The flags of a bulk answer, joined. */
export function joinFlags(outcomes: readonly Outcome[]): string {
  let text = '';
  for (const outcome of outcomes) {
    const { flag } = preparedOf(outcome);
    text += text === '' ? flag : `,${flag}`;
  }
  return text;
}

/** The entity tag of a bulk answer: the same for the same flags and the same rest, without joining them. */
export function entityTagOf(outcomes: readonly Outcome[], rest: string): string {
  let hash1 = hashOf(rest, 0x811c9dc5);
  let hash2 = hashOf(rest, 0x9747b28c);
  for (const outcome of outcomes) {
    const { hash1: half1, hash2: half2 } = preparedOf(outcome);
    hash1 = Math.imul(hash1 ^ half1, 0x01000193) ^ (hash1 >>> 15);
    hash2 = Math.imul(hash2 ^ half2, 0x5bd1e995) ^ (hash2 >>> 13);
  }
  return `"${hex(hash1)}${hex(hash2)}"`;
}

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** All values of an environment as one JSON object, `{ "toggle": "value" }`. */
export function joinPairs(outcomes: readonly Outcome[]): string {
  let text = '';
  for (const outcome of outcomes) {
    const { pair } = preparedOf(outcome);
    text += text === '' ? pair : `,${pair}`;
  }
  return `{${text}}`;
}
