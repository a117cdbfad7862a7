import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import { compiledShape } from './compiled-shape.ts';

/** Parses the input with the schema. Rejects with the code and the path of the first wrong field. */
export function parseShape(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  code: 'INVALID_BODY' | 'INVALID_QUERY',
): unknown {
  if (schema === undefined) return undefined;
  const parsed = compiledShape(schema).safeParse(input);
  if (parsed.success) return parsed.data;
  throw wrongShape(code, parsed.error.issues[0]?.path ?? []);
}

export function wrongShape(
  code: 'INVALID_BODY' | 'INVALID_QUERY',
  at: readonly PropertyKey[],
): Rejection {
  return new Rejection(code, at.length === 0 ? undefined : { field: at.join('.'), at });
}

/** The body as a call with this schema gets it. */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  return parseShape(schema, body, 'INVALID_BODY') as z.output<Schema>; // It has parsed it.
}
