import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import { compiledShape } from './compiled-shape.ts';

/** What the schema makes of the input; refused with the code and the first field that is wrong. */
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
