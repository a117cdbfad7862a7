import type { Problem } from '@comporta/contract/problem';
import { ApiError } from './api-error.ts';

/** The errors of an endpoint. */
interface Refusing<Code extends string> {
  readonly errors: readonly Code[];
}

/**
 * Returns the problems that a refused call reports, with their places; nothing else reads them. Returns
 * undefined when the endpoints do not declare the code themselves, but any call may answer it.
 */
export function problemsOfRefusal<Code extends string>(
  error: unknown,
  endpoints: readonly Refusing<Code>[],
): readonly Problem<Code>[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const codes = endpoints.flatMap(({ errors }) => errors);
  const code = codes.find((declared) => declared === error.code);
  if (code === undefined) return undefined;
  const { problems, at, ...meta } = error.meta;
  const several = listIn(problems).flatMap((problem) => problemIn(problem, codes));
  if (several.length > 0) return several;
  const places = at === undefined ? rulesIn(meta) : [];
  if (places.length > 0) return places.map((place) => ({ code, at: place, meta }));
  return [{ code, at: pathIn(at), meta }];
}

function problemIn<Code extends string>(
  problem: unknown,
  codes: readonly Code[],
): readonly Problem<Code>[] {
  if (typeof problem !== 'object' || problem === null) return [];
  const { code: named, at, meta_data: meta = {} } = problem as Record<string, unknown>;
  const code = codes.find((declared) => declared === named);
  return code === undefined ? [] : [{ code, at: pathIn(at), meta: Object(meta) }];
}

/** Refusals about whole rules may name them only by number, from 1. Source: decision R13. */
function rulesIn({ rule_order: orders }: ApiError['meta']): readonly Problem['at'][] {
  return listIn(orders).map((order) => ['rules', Number(order) - 1]);
}

/** A path that cannot be read stands for the form as a whole. */
function pathIn(at: unknown): Problem['at'] {
  const path = listIn(at);
  return path.every((part) => typeof part === 'string' || typeof part === 'number') ? path : [];
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
