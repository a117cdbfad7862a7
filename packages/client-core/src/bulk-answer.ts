import { murmur3 } from '@comporta/engine/murmur3';
import type { Exposure, Outcome } from '@comporta/engine/outcome';
import type { Snapshot } from '@comporta/engine/snapshot';
import { typedValue } from '@comporta/engine/typed-value';
import type { EvaluationError } from '@comporta/engine/vocabulary';

/**
 * The answer of an OFREP bulk evaluation to a client key, made by the service, by an edge node and, for
 * pages that are drawn on a server, by the SDK: byte by byte the same but for the event streams, with
 * the same entity tag. Nothing in it says how a value came about beyond its reason.
 */
export interface BulkAnswer {
  /** Of the flags in it. */
  readonly outcomes: readonly Outcome[];
  readonly metadata: { readonly environment: string; readonly revision: number };
  readonly entityTag: string;
}

/** With this header the service says where changes are streamed when its answer, a 304, has no body to say it. */
export const EVENT_STREAM_HEADER = 'x-comporta-event-stream';

/** A part of what an entity tag is made of: two halves of a hash. */
interface TagPart {
  readonly hash1: number;
  readonly hash2: number;
}

/** What one outcome is in a bulk answer, made once: an outcome belongs to a compiled toggle, and this goes with both. */
export interface PreparedFlag extends TagPart {
  readonly json: string;
  /** For whoever joins bytes: the flag with a comma behind it, made by whoever needs it first. */
  bytes: Uint8Array | undefined;
}

/** Whether client keys are answered with the outcome's toggle; what is of before there was a choice, is. */
export function isForClients({ toggle }: Outcome): boolean {
  return toggle.availableToClients !== false;
}

/** What the holders of a client key are answered. The outcomes of all toggles may be given. */
export function bulkAnswerOf(
  outcomes: readonly Outcome[],
  { environment, revision }: Pick<Snapshot, 'environment' | 'revision'>,
): BulkAnswer {
  const metadata = { environment: environment.name, revision };
  const shown = outcomes.filter(isForClients);
  // Where the stream is depends on the key: with another key it is another answer.
  const rest = JSON.stringify(metadata) + (environment.clients?.keyHash ?? '');
  return { outcomes: shown, metadata, entityTag: entityTagOf(shown, rest) };
}

/** One flag of a bulk answer as JSON. Rule and experiment are told of one flag alone (T13). */
export function flagJson(outcome: Outcome): string {
  return preparedFlagOf(outcome).json;
}

export function preparedFlagOf(outcome: Outcome): PreparedFlag {
  const made = outcome.made as PreparedFlag | undefined; // Nobody else writes it.
  return made ?? prepareFlag(outcome);
}

function prepareFlag(outcome: Outcome): PreparedFlag {
  const json = JSON.stringify(flagOf(outcome));
  const flag = { json, bytes: undefined, ...tagPartOf(json) };
  outcome.made = flag;
  return flag;
}

/** One flag of it. One that could not be decided has its error code in place of a value. */
export function flagOf({ toggle, value, reason, errorCode, exposure }: Outcome): object {
  if (errorCode !== undefined) {
    return { key: toggle.name, errorCode, errorDetails: FAILURE_DETAILS[errorCode] };
  }
  const typed = typedValue(toggle.valueType, value) ?? value;
  const flag = { key: toggle.name, reason, value: typed, variant: value };
  return exposure === undefined ? flag : { ...flag, metadata: measurementOf(exposure) };
}

/** What whoever shows the value of a measured split has to say of it when they report that. */
export function measurementOf({ ruleId, phaseId }: Exposure): object {
  return { ruleId, phaseId };
}

const FAILURE_DETAILS: Readonly<Record<EvaluationError, string>> = {
  TARGETING_KEY_MISSING: 'A percentage split decides this toggle: send a targetingKey.',
  PARSE_ERROR: 'The rules of this toggle need a newer version of who evaluates them.',
};

const SEEDS = [0x811c9dc5, 0x9747b28c] as const;

/** Strings are prepared once, so the speed of this does not matter. */
export function tagPartOf(text: string): TagPart {
  return { hash1: murmur3(text, SEEDS[0]), hash2: murmur3(text, SEEDS[1]) };
}

/**
 * Takes one part more into a hash. With the same part each hash leads to another one, so what differed
 * once stays different however many equal flags follow.
 */
function mixIn(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/**
 * The entity tag of a bulk answer: the same for the same flags and the same rest, without joining them. A
 * page compares its answer with the one before: of two different ones in a row, one in 2^64 is taken for
 * unchanged.
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
