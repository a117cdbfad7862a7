import { flagOf, measurementOf, preparedFlagOf } from '@comporta/client-core/bulk-answer';
import type { Outcome } from '@comporta/engine/outcome';
import { keepBytes } from './keep-bytes.ts';

/** The JSON strings of one outcome. Made once per outcome; answers are joined from them. */
interface PreparedOutcome {
  /** `"toggle":"value"`, for the toggle fetch. */
  readonly pair: string;
  /** The members of the answer for one flag, except `metadata`. */
  readonly flag: string;
  /** The members of its metadata that name the rule that decided, each followed by a comma. */
  readonly rule: string;
  /** The same for a measured split: what a client has to report when it shows the value. */
  readonly measurement: string;
}

/** An outcome lives as long as its compiled toggle; a WeakMap lets its strings live no longer. */
const prepared = new WeakMap<Outcome, PreparedOutcome>();

function preparedOf(outcome: Outcome): PreparedOutcome {
  return prepared.get(outcome) ?? prepare(outcome);
}

function prepare(outcome: Outcome): PreparedOutcome {
  const { toggle, value, ruleOrder, ruleType, experimentId, exposure } = outcome;
  const measurement = exposure === undefined ? '' : followed(measurementOf(exposure));
  const strings = {
    pair: membersOf({ [toggle.name]: value }),
    flag: membersOf({ ...flagOf(outcome), metadata: undefined }),
    rule: followed({ ruleOrder, ruleType, experimentId }) + measurement,
    measurement,
  };
  prepared.set(outcome, strings);
  return strings;
}

/** The members of an object as JSON without the braces, to be joined with others; undefined members are left out. */
export function membersOf(object: object): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',');
}

/** Members with a trailing comma, to be placed before others. */
function followed(object: object): string {
  const members = membersOf(object);
  return members === '' ? '' : `${members},`;
}

/** The metadata members that name the deciding rule for servers, to be placed before the other members. */
export function ruleMembersOf(outcome: Outcome): string {
  return preparedOf(outcome).rule;
}

/** The same for clients, which names only a measured split. */
export function measurementMembersOf(outcome: Outcome): string {
  return preparedOf(outcome).measurement;
}

/** The answer for a single flag with the members of its metadata; a flag with an error has no metadata. */
export function singleFlag(outcome: Outcome, metadata: string): string {
  const { flag } = preparedOf(outcome);
  return outcome.errorCode === undefined ? `{${flag},"metadata":{${metadata}}}` : `{${flag}}`;
}

const BULK_HEAD = Buffer.from('{"flags":[');

/** One flag of the answer for many, with a trailing comma. */
function flagBytesOf(outcome: Outcome): Uint8Array {
  const flag = preparedFlagOf(outcome);
  flag.bytes ??= keepBytes(`${flag.json},`);
  return flag.bytes;
}

/** Prepares the bytes of a flag before an answer needs them; for thousands of flags, that takes a while once. */
export function prepareFlag(outcome: Outcome): void {
  flagBytesOf(outcome);
}

/**
 * The answer for many flags; `rest` are the members that follow. Bytes are copied, because joining and encoding a text
 * of hundreds of pieces for each answer takes half of the time of sending it.
 */
export function bulkBytesOf(outcomes: readonly Outcome[], rest: string): Buffer {
  return writeBulk(outcomes, rest, Buffer.allocUnsafe);
}

/**
 * The same bytes as the characters of a text, to be sent as latin1. V8 keeps the memory of a buffer outside its heap: a
 * thousand answers a second, each in a buffer of its own, made it look for garbage ten times a second.
 */
export function bulkCharactersOf(outcomes: readonly Outcome[], rest: string): string {
  return writeBulk(outcomes, rest, draftOf).toString('latin1');
}

let draft = Buffer.alloc(0);

function draftOf(length: number): Buffer {
  if (draft.length < length) draft = Buffer.allocUnsafeSlow(2 * length);
  return draft.subarray(0, length);
}

function writeBulk(
  outcomes: readonly Outcome[],
  rest: string,
  allocate: (length: number) => Buffer,
): Buffer {
  const tail = Buffer.from(`],${rest}}`);
  let flagsLength = 0;
  for (const outcome of outcomes) flagsLength += flagBytesOf(outcome).length;
  // The tail takes the place of the last comma.
  const lastComma = outcomes.length === 0 ? 0 : 1;
  const body = allocate(BULK_HEAD.length + flagsLength - lastComma + tail.length);
  body.set(BULK_HEAD);
  let at = BULK_HEAD.length;
  for (const outcome of outcomes) {
    const bytes = flagBytesOf(outcome);
    body.set(bytes, at);
    at += bytes.length;
  }
  body.set(tail, at - lastComma);
  return body;
}

/** All values of an environment as one JSON object, `{ "toggle": "value" }`. */
export function joinPairs(outcomes: readonly Outcome[]): string {
  let text = '';
  for (const outcome of outcomes) {
    const pair = pairOf(outcome);
    text += text === '' ? pair : `,${pair}`;
  }
  return `{${text}}`;
}

/** One member of that object: `"toggle":"value"`. */
export function pairOf(outcome: Outcome): string {
  return preparedOf(outcome).pair;
}
