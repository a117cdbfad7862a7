import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * One call of the API, as data: the server routes by it, the console calls by it, the API's
 * documentation is made from it and a test walks all of them.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters stand as `:name`; `:appId` and `:envId` are loaded and authorised by the server. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `client` is anybody with the console's client credential (HTTP Basic). `user` is anybody logged
   * in; with `:appId` in the path, anybody who was granted the application. `environmentKey` is a
   * customer's system, `environmentOrClientKey` also one of their pages or apps.
   */
  readonly access:
    | 'public'
    | 'client'
    | 'user'
    | 'admin'
    | 'environmentKey'
    | 'environmentOrClientKey';
  /** Whether an account key may make the call in place of a person. */
  readonly accountKey: 'accepted' | 'refused';
  readonly query?: z.ZodMiniType;
  /** The body is a form (`application/x-www-form-urlencoded`), as OAuth wants it, instead of JSON. */
  readonly form?: true;
  readonly body?: z.ZodMiniType;
  /** Where a body may be larger than those of other calls. */
  readonly bodyLimitBytes?: number;
  readonly result?: z.ZodMiniType;
  /** Its result is a text of this kind in place of JSON. */
  readonly answers?: 'text/csv';
  /** What success answers: a create 201, a delete 204, all else 200. */
  readonly status: 200 | 201 | 204;
  /** What this call may refuse with, beside the codes that every call shares (`SHARED_ERRORS`). */
  readonly errors: readonly ErrorCode[];
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<E extends Endpoint> = { readonly [Name in NamesIn<E['path']>]: string };
/** What a caller sends. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? z.input<E['query']>
  : undefined;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType
  ? z.input<E['body']>
  : undefined;
/** What a handler receives once the shape was parsed. */
export type ParsedQueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? z.output<E['query']>
  : undefined;
export type ParsedBodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType
  ? z.output<E['body']>
  : undefined;
export type ResultOf<E extends Endpoint> = E['result'] extends z.ZodMiniType
  ? z.output<E['result']>
  : undefined;
export type ErrorCodeOf<E extends Endpoint> = E['errors'][number];
