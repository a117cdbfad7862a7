import { flagOf } from '@comporta/client-core/bulk-answer';
import type { Outcome } from '@comporta/engine/outcome';
import { typedValue } from '@comporta/engine/typed-value';

/** What one outcome is on the wire. Made once per outcome; answers are these strings, joined. */
interface PreparedOutcome {
  /** `"toggle":"value"`, for the toggle fetch. */
  readonly pair: string;
  /** The answer of an OFREP evaluation of one flag. */
  readonly flag: string;
}

/** An outcome belongs to a compiled toggle and goes with it, and so do its strings. */
const prepared = new WeakMap<Outcome, PreparedOutcome>();

function preparedOf(outcome: Outcome): PreparedOutcome {
  return prepared.get(outcome) ?? prepare(outcome);
}

function prepare(outcome: Outcome): PreparedOutcome {
  const strings = {
    pair: `${JSON.stringify(outcome.toggle.name)}:${JSON.stringify(outcome.value)}`,
    flag: outcome.errorCode === undefined ? decidedFlagOf(outcome) : flagOf(outcome),
  };
  prepared.set(outcome, strings);
  return strings;
}

function decidedFlagOf(outcome: Outcome): string {
  const { toggle, value, reason, ruleOrder, ruleType, experimentId } = outcome;
  return JSON.stringify({
    key: toggle.name,
    reason,
    value: typedValue(toggle.valueType, value) ?? value,
    variant: value,
    metadata: { ruleOrder, ruleType, experimentId },
  });
}

/** A flag alone, its metadata with these members too: `"name":"value"`. A flag that failed has none. */
export function singleFlag(outcome: Outcome, metadata: string): string {
  const { flag } = preparedOf(outcome);
  if (outcome.errorCode !== undefined) return flag;
  const separator = flag.endsWith('{}}') ? '' : ',';
  return `${flag.slice(0, -2)}${separator}${metadata}}}`;
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
