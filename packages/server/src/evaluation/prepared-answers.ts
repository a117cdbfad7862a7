import {
  entityTagOf as entityTagOfParts,
  FAILURE_DETAILS,
  type TagPart,
  tagPartOf,
} from '@comporta/client-core/bulk-answer';
import type { Outcome } from '@comporta/engine/outcome';
import { typedValue } from '@comporta/engine/typed-value';
import type { EvaluationError } from '@comporta/engine/vocabulary';

/** What one outcome is on the wire. Made once per outcome; answers are these strings, joined. */
export interface PreparedOutcome extends TagPart {
  /** `"toggle":"value"`, for the toggle fetch. */
  readonly pair: string;
  /** A flag of an OFREP bulk answer. */
  readonly flag: string;
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
    ...tagPartOf(flag),
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

/** A flag that could not be decided. */
function failureOf({ toggle }: Outcome, errorCode: EvaluationError): string {
  const errorDetails = FAILURE_DETAILS[errorCode];
  return JSON.stringify({ key: toggle.name, errorCode, errorDetails });
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
  return entityTagOfParts(outcomes.map(preparedOf), rest);
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
