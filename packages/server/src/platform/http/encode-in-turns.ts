import * as z from 'zod/mini';
import { type Turns, takeTurns } from '../base/in-turns.ts';
import { compiledShape } from './compiled-shape.ts';

/** Text is converted to bytes in pieces of this size. */
const PIECE_CHARS = 64 * 1024;

/** A list that is produced while it is encoded: item by item, or page by page from the database. */
export type Lazy<Item> = Iterable<Item> | AsyncIterable<readonly Item[]>;

/** A result that may be such a list, or an object that may have such lists as members. */
export type Lazily<Result> = Result extends readonly (infer Item)[]
  ? Lazy<Item>
  : Result extends object
    ? {
        readonly [Name in keyof Result]: NonNullable<Result[Name]> extends readonly (infer Item)[]
          ? Lazy<Item> | Extract<Result[Name], undefined>
          : Result[Name];
      }
    : Result;

/** Whether a result is a list, lazy or not, or has a lazy list as a member. */
export function isLong(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  return Array.isArray(result) || isLazy(result) || Object.values(result).some(isLazy);
}

function isLazy(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

/**
 * Encodes such a result as JSON by its schema. Each item is parsed and encoded separately. This strips fields that the
 * contract does not name, and allows other work on the event loop in between.
 */
export async function encodeInTurns(
  schema: z.ZodMiniType,
  result: unknown,
  now?: () => number,
): Promise<Pieces> {
  const json = collectJson(takeTurns(now));
  if (schema instanceof z.ZodMiniObject) {
    const object = result as Readonly<Record<string, unknown>>; // The schema says so.
    const members = Object.entries(schema.def.shape).map(
      ([name, shape]) => [name, object[name], writeAs(shape)] as const,
    );
    await writeObject(json, members);
  } else {
    await writeAs(schema)(json, result);
  }
  return json.pieces();
}

/** Encodes an object with long lists in the same way, without a schema. */
export async function writeInTurns(object: object): Promise<Buffer> {
  const json = collectJson(takeTurns());
  await writeObject(
    json,
    Object.entries(object).map(([name, value]) => [name, value, writeAny] as const),
  );
  return Buffer.concat(json.pieces());
}

export type Json = string | Uint8Array;
/** The bytes of a response in pieces. To concatenate them would hold them in memory twice. */
export type Pieces = Buffer[];
type Write = (json: CollectedJson, value: unknown) => Promise<void>;

async function writeObject(
  json: CollectedJson,
  members: Iterable<readonly [name: string, value: unknown, write: Write]>,
): Promise<void> {
  let separator = '{';
  for (const [name, value, write] of members) {
    if (value === undefined) continue;
    json.add(`${separator}${JSON.stringify(name)}:`);
    await write(json, value);
    separator = ',';
  }
  json.add('}');
}

function writeAs(schema: z.core.$ZodType): Write {
  // writeObject leaves absent members out, so an optional schema only sees values.
  if (schema instanceof z.ZodMiniReadonly || schema instanceof z.ZodMiniOptional) {
    return writeAs(schema.def.innerType);
  }
  const isList = schema instanceof z.ZodMiniArray;
  const shape = compiledShape((isList ? schema.def.element : schema) as z.ZodMiniType); // All schemas of the contract are of zod/mini.
  const textOf = (value: unknown) => JSON.stringify(shape.parse(value));
  if (isList) return (json, items) => writeList(json, items as Lazy<unknown>, textOf);
  return async (json, value) => json.add(textOf(value));
}

const writeAny: Write = async (json, value) =>
  Array.isArray(value) ? writeList(json, value, JSON.stringify) : json.add(JSON.stringify(value));

async function writeList(
  json: CollectedJson,
  list: Lazy<unknown>,
  textOf: (item: unknown) => string,
): Promise<void> {
  let separator = '';
  json.add('[');
  for await (const page of Symbol.asyncIterator in list ? list : [list]) {
    for (const item of page) {
      json.add(separator + textOf(item));
      separator = ',';
      if (json.turns.areOver()) await json.turns.next();
    }
  }
  json.add(']');
}

interface CollectedJson {
  readonly turns: Turns;
  add(text: string): void;
  pieces(): Pieces;
}

function collectJson(turns: Turns): CollectedJson {
  const pieces: Pieces = [];
  let text = '';
  return {
    turns,
    add(more) {
      text += more;
      if (text.length < PIECE_CHARS) return;
      pieces.push(Buffer.from(text));
      text = '';
    },
    pieces: () => [...pieces, Buffer.from(text)],
  };
}
