import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * One call of the API, as data. The server's routing, the console's calls and the API's documentation are derived from
 * it, and a test checks all endpoints.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are written as `:name`. The server loads and authorises `:appId` and `:envId`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `client`: any caller with the console's client credential (HTTP Basic). `user`: any logged-in user; with `:appId`
   * in the path, any user who was granted the application. `environmentKey`: a customer's system.
   * `environmentOrClientKey`: such a system, or one of their pages or apps.
   */
  readonly access:
    | 'public'
    | 'client'
    | 'user'
    | 'admin'
    | 'environmentKey'
    | 'environmentOrClientKey';
  /**
   * What it takes in the application of the path, or in the environment of the path that is changed: `EDITOR_SOMEWHERE`
   * is an editor of the application or of one environment at least, of whom more is asked when it is known what changes.
   * Absent: VIEWER for a GET, else EDITOR.
   */
  readonly needs?: Needs;
  /**
   * What a program must be allowed to do to make the call in place of a person; account keys may do all of it. `refused`:
   * only a person may make it. Source: IDN-51.
   */
  readonly programs: Programs;
  /** Set where the owner of the session must have confirmed within five minutes that it is them. Source: IDN-37. */
  readonly confirmed?: true;
  readonly query?: z.ZodMiniType;
  /** The body is a form (`application/x-www-form-urlencoded`) instead of JSON, as OAuth requires. */
  readonly form?: true;
  /** The body is a file of one of these media types, which may be compressed with gzip, instead of JSON. */
  readonly media?: readonly string[];
  readonly body?: z.ZodMiniType;
  /** Set where a body may be larger than the limit of other calls. */
  readonly bodyLimitBytes?: number;
  readonly result?: z.ZodMiniType;
  /** Set where the result is text of this type instead of JSON. */
  readonly answers?: 'text/csv';
  /** Status of a success: 201 for a create, 204 for a delete. */
  readonly status: 200 | 201 | 204;
  /** The codes with which this call may be refused, besides those of every call (`SHARED_ERRORS`). */
  readonly errors: readonly ErrorCode[];
}

/** What tokens and service keys allow. `write` and `settings` contain `read`; `write` contains `code`. */
export const SCOPES = ['read', 'write', 'settings', 'code'] as const;
export type Scope = (typeof SCOPES)[number];

export type Programs = 'refused' | Scope;

export type Needs = 'VIEWER' | 'EDITOR' | 'EDITOR_SOMEWHERE';

export function needsOf({ method, needs }: Pick<Endpoint, 'method' | 'needs'>): Needs {
  return needs ?? (method === 'GET' ? 'VIEWER' : 'EDITOR');
}

/** An endpoint as it is written: without a status it answers 200, without errors it declares none. */
type Definition = Omit<Endpoint, 'status' | 'errors'> &
  Partial<Pick<Endpoint, 'status' | 'errors'>>;
type Defined<D extends Definition> = D &
  (D extends { readonly status: number } ? unknown : { readonly status: 200 }) &
  (D extends { readonly errors: readonly ErrorCode[] }
    ? unknown
    : { readonly errors: readonly [] });

/** Keeps the literal types of a definition, from which path parameters, bodies and codes are typed. */
export function endpoint<const D extends Definition>(definition: D): Defined<D> {
  return { status: 200, errors: [], ...definition } as unknown as Defined<D>; // The compiler does not merge a type parameter.
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of the path: `{ appId: string }` for `/api/apps/:appId`. */
export type ParamsOf<E extends Endpoint> = { readonly [Name in NamesIn<E['path']>]: string };
/** The type that a caller sends. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? z.input<E['query']>
  : undefined;
/** The type that a caller sends. */
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType
  ? z.input<E['body']>
  : undefined;
/** The type that a handler receives after parsing. */
export type ParsedQueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType
  ? z.output<E['query']>
  : undefined;
/** The type that a handler receives after parsing. */
export type ParsedBodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType
  ? z.output<E['body']>
  : undefined;
/** The type that a handler returns. The schema removes what it does not name. */
export type ResultOf<E extends Endpoint> = E['result'] extends z.ZodMiniType
  ? z.output<E['result']>
  : undefined;
/** The codes that the endpoint declares, without `SHARED_ERRORS`. */
export type ErrorCodeOf<E extends Endpoint> = E['errors'][number];
