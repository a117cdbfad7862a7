import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@comporta/contract/endpoint';
import { ERRORS, isErrorCode } from '@comporta/contract/errors';
import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { requireOfrepAnswer } from '../testing/ofrep-schema.ts';

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Value };
type ParamsPart<E extends Endpoint> = keyof ParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<E> };

export type CallInput<E extends Endpoint> = ParamsPart<E> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>;

/** Thrown for every response that is not a success. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly retryAfter: string | null;

  constructor(endpoint: Endpoint, response: Response, answer: unknown) {
    // OFREP's refusals use other field names.
    const { error_code, errorCode, meta_data = {} } = (answer ?? {}) as Record<string, never>;
    const code = String(error_code ?? errorCode);
    super(`${endpoint.method} ${endpoint.path} answered ${response.status} ${code}`);
    this.status = response.status;
    this.code = code;
    this.meta = meta_data;
    this.retryAfter = response.headers.get('retry-after');
  }
}

/** A client that calls the API over the network, typed by the contract's endpoints. */
export interface Client {
  /** Resolves with the result, or rejects with a Refusal. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResultOf<E>>;
  /** Resolves with the Refusal, and rejects when the call succeeds. */
  refusal<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Refusal>;
}

/** Opens a client: a visitor without a token, a customer's system with the key of an environment. */
export function openClient(url: string, token?: string): Client {
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResultOf<E>> {
    const response = await send(url, endpoint, input, token);
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (endpoint.path.startsWith('/ofrep/')) requireOfrep(endpoint, response, answer);
    if (response.status !== endpoint.status) throw refused(endpoint, response, answer);
    return answer as ResultOf<E>; // The service parses every result with the contract's schema.
  }
  return {
    call,
    async refusal(endpoint, input) {
      try {
        await call(endpoint, input);
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
      throw new Error(`${endpoint.method} ${endpoint.path} was not refused`);
    },
  };
}

function send(
  url: string,
  endpoint: Endpoint,
  { params, query, body }: { params?: object | undefined; query?: unknown; body?: unknown },
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers();
  if (endpoint.access === 'client') headers.set('authorization', CONSOLE_CREDENTIAL);
  else if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined && !endpoint.form) headers.set('content-type', 'application/json');
  const path = fillPath(endpoint.path, { ...params });
  const search = query === undefined ? '' : `?${formOf({ ...query })}`;
  return fetch(`${url}${path}${search}`, {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body: endpoint.form ? formOf({ ...body }) : JSON.stringify(body) }),
  });
}

const CONSOLE_CREDENTIAL = `Basic ${btoa(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`)}`;

function formOf(values: object): URLSearchParams {
  const fields = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  return new URLSearchParams(fields);
}

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function requireOfrep({ path }: Endpoint, { status, headers }: Response, body: unknown): void {
  requireOfrepAnswer(path, { status, headers: Object.fromEntries(headers), body });
}

/** A response with an unknown code or a wrong status is a bug of the service and not a refusal. */
function refused(endpoint: Endpoint, response: Response, answer: unknown): Error {
  const refusal = new Refusal(endpoint, response, answer);
  const { code, status } = refusal;
  const isOfrep = endpoint.path.startsWith('/ofrep/');
  const isKnown = isOfrep || (isErrorCode(code) && ERRORS[code].status === status);
  return isKnown ? refusal : new Error(`${refusal.message}: ${JSON.stringify(answer)}`);
}
