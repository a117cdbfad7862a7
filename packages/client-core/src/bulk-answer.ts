import { murmur3 } from '@comporta/engine/murmur3';
import type { Exposure, Outcome } from '@comporta/engine/outcome';
import type { Snapshot } from '@comporta/engine/snapshot';
import { typedValue } from '@comporta/engine/typed-value';
import type { EvaluationError } from '@comporta/engine/vocabulary';

/**
 * The response of an OFREP bulk evaluation to a client key. The service, edge nodes and, for server-rendered pages,
 * the SDK build the same bytes, except for the event streams, with the same entity tag. Apart from the reason, it
 * says nothing about how a value was decided.
 */
export interface BulkAnswer {
  /** The outcomes of the flags in it. */
  readonly outcomes: readonly Outcome[];
  readonly metadata: { readonly environment: string; readonly revision: number };
  readonly entityTag: string;
}

/** Header with the address of the event stream: a 304 has no body that could contain it. */
export const EVENT_STREAM_HEADER = 'x-comporta-event-stream';

/** Input of an entity tag: the two halves of a 64-bit hash. */
interface TagPart {
  readonly hash1: number;
  readonly hash2: number;
}

/** An outcome as it appears in a bulk response. It is built once and cached in the outcome, like that in its toggle. */
export interface PreparedFlag extends TagPart {
  readonly json: string;
  /** The flag with a trailing comma, for callers that join bytes; built by the first caller that needs it. */
  bytes: Uint8Array | undefined;
}

/** Whether client keys get the toggle. Snapshots from before that setting existed lack the field: they do. */
export function isForClients({ toggle }: Outcome): boolean {
  return toggle.availableToClients !== false;
}

/** Builds the response for a client key. Outcomes of toggles that are not available to clients are left out. */
export function bulkAnswerOf(
  outcomes: readonly Outcome[],
  { environment, revision }: Pick<Snapshot, 'environment' | 'revision'>,
): BulkAnswer {
  const metadata = { environment: environment.name, revision };
  const shown = outcomes.filter(isForClients);
  // The address of the event stream depends on the client key, so another key needs another tag.
  const rest = JSON.stringify(metadata) + (environment.clients?.keyHash ?? '');
  return { outcomes: shown, metadata, entityTag: entityTagOf(shown, rest) };
}

/** One flag of a bulk response as JSON. Only the evaluation of a single flag tells its rule and experiment (T13). */
export function flagJson(outcome: Outcome): string {
  return preparedFlagOf(outcome).json;
}

export function preparedFlagOf(outcome: Outcome): PreparedFlag {
  const made = outcome.made as PreparedFlag | undefined; // Only `prepareFlag` writes it.
  return made ?? prepareFlag(outcome);
}

function prepareFlag(outcome: Outcome): PreparedFlag {
  const json = JSON.stringify(flagOf(outcome));
  const flag = { json, bytes: undefined, ...tagPartOf(json) };
  outcome.made = flag;
  return flag;
}

/** One flag of a bulk response. A flag that could not be decided has its error code in place of a value. */
export function flagOf({ toggle, value, reason, errorCode, exposure }: Outcome): object {
  if (errorCode !== undefined) {
    return { key: toggle.name, errorCode, errorDetails: FAILURE_DETAILS[errorCode] };
  }
  const typed = typedValue(toggle.valueType, value) ?? value;
  const flag = { key: toggle.name, reason, value: typed, variant: value };
  return exposure === undefined ? flag : { ...flag, metadata: measurementOf(exposure) };
}

/** What a client must send with the exposure of a measured split. `by` is the key of the property whose value is the unit. */
export function measurementOf({ ruleId, phaseId, by }: Exposure): object {
  return by === undefined ? { ruleId, phaseId } : { ruleId, phaseId, by };
}

const FAILURE_DETAILS: Readonly<Record<EvaluationError, string>> = {
  TARGETING_KEY_MISSING: 'A percentage split decides this toggle: send a targetingKey.',
  INVALID_CONTEXT:
    'A percentage split by a property decides this toggle, and the context lacks it.',
  PARSE_ERROR:
    'The rules of this toggle need a newer version of the service or edge node, or a list of ids that is not loaded yet.',
};

const SEEDS = [0x811c9dc5, 0x9747b28c] as const;

/** Each string is hashed only once and cached, so its speed does not matter. */
export function tagPartOf(text: string): TagPart {
  return { hash1: murmur3(text, SEEDS[0]), hash2: murmur3(text, SEEDS[1]) };
}

/**
 * Mixes one more part into a hash. For a fixed part this is a bijection, so two hashes that differ stay different
 * however many equal flags follow.
 */
function mixIn(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/**
 * The entity tag of a bulk response: equal for equal flags and an equal `rest`, without joining their texts. A page
 * compares its response with the previous one: two different responses in a row have the same tag with a probability
 * of 1 in 2^64.
 */
export function entityTagOf(outcomes: readonly Outcome[], rest: string): string {
  let { hash1, hash2 } = tagPartOf(rest);
  for (const outcome of outcomes) {
    const { hash1: half1, hash2: half2 } = preparedFlagOf(outcome);
    hash1 = mixIn(hash1, half1);
    hash2 = mixIn(hash2, half2);
  }
  return `"${hex(hash1)}${hex(hash2)}"`;
}

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}
