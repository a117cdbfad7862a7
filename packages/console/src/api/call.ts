import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@comporta/contract/endpoint';
import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { answerRefusedWrite, asksForMore, type ChangeSaid } from './admission.ts';
import { ApiError } from './api-error.ts';
import { isAttended } from './attendance.ts';
import { askConfirmation } from './confirmation.ts';
import { fillPath } from './fill-path.ts';

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Value };
type ParamsPart<E extends Endpoint> = keyof ParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<E> };

/** The input of a call of the endpoint, typed by the contract. */
export type CallInput<E extends Endpoint> = ParamsPart<E> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> &
  (E extends { readonly media: readonly string[] }
    ? { readonly file: Blob }
    : { readonly file?: undefined }) & {
    /** The version that was loaded; the save succeeds only when it is still the current one. */
    readonly ifMatch?: number | undefined;
    readonly signal?: AbortSignal;
  };

interface Caller {
  readonly accessToken: () => string | undefined;
  /** Aborted when the session ends: nobody is left to receive the responses. */
  readonly signal: () => AbortSignal;
  /** Notified of a 401 and a 403, which mean the same in every call: not logged in, and not permitted. */
  readonly refused: (status: 401 | 403) => void;
  /** Notified of each use of the session by somebody who is there. */
  readonly used?: () => void;
}

const ENDLESS = new AbortController().signal;

type ReachListener = (isReached: boolean, endpoint: Endpoint) => void;

/** Notified after every call whether the service was reached. */
let reached: ReachListener = () => {};

export function watchReach(listener: ReachListener): void {
  reached = listener;
}

/** Statuses that a proxy answers when the service behind it is unavailable. */
const AWAY = [502, 503, 504];

let caller: Caller = { accessToken: () => undefined, signal: () => ENDLESS, refused: () => {} };

/** Sets on whose behalf calls are made. The shell calls this once. */
export function callAs(next: Caller): void {
  caller = next;
}

/**
 * Makes a call of the API; nothing else fetches. Rejects with an ApiError, whose status is 0 when the service
 * did not answer. Calls that need no login carry no token and never log out: their form handles every response.
 * A write of which an environment asks for more is sent again with what the user answers. So is a
 * call that asks whether it is really them, when they have confirmed it. Source: SAF-100, IDN-37.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ResultOf<E>> {
  let said: ChangeSaid | undefined;
  for (;;) {
    try {
      return await callSaying(endpoint, input, said);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'CONFIRMATION_REQUIRED') {
        await askConfirmation(error);
        continue;
      }
      if (!asksForMore(error)) throw error;
      const { params = {}, query = {}, body, ifMatch } = input as Sent; // As below.
      said = await answerRefusedWrite({ endpoint, params, query, body, ifMatch, error });
    }
  }
}

/** Makes a call once; `said` is what it says of its change. */
export async function callSaying<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  said: ChangeSaid | undefined,
): Promise<ResultOf<E>> {
  const needsLogin = endpoint.access === 'user' || endpoint.access === 'admin';
  const token = needsLogin ? caller.accessToken() : undefined;
  const signal = AbortSignal.any([
    ...(needsLogin ? [caller.signal()] : []),
    ...(input.signal === undefined ? [] : [input.signal]),
  ]);
  // The compiler cannot infer from the conditional types that every part has this form.
  const { response, answer } = await send(endpoint, { ...(input as Sent), said, token, signal });
  signal.throwIfAborted();
  if (response.ok && needsLogin && isAttended()) caller.used?.();
  if (response.ok) return answer as ResultOf<E>; // The contract promises this type, and the server checks it.

  const { status } = response;
  // When the token was renewed in the meantime, a refusal of the old one does not end the session.
  const isCurrent = needsLogin && token === caller.accessToken();
  if (isCurrent && (status === 401 || status === 403)) caller.refused(status);
  const { code, meta } = problemIn(answer);
  throw new ApiError({
    status,
    // A call without a login asks for nothing that could have been deleted: its address is wrong.
    code: endpoint.access === 'public' && code === 'NOT_FOUND' ? undefined : code,
    meta,
    ...patience(response),
  });
}

/**
 * Reads the body. Rejects when a success is not JSON: then a captive portal or a login proxy has answered in
 * place of the service.
 */
async function readAnswer({ answers, result }: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) return response.json().catch(() => undefined);
  if (answers !== undefined) return response.text();
  if (result !== undefined) return response.json();
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

interface Sent {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** What is sent in place of a body in JSON. */
  readonly file?: Blob | undefined;
  readonly ifMatch?: number | undefined;
}

interface Input extends Sent {
  readonly said: ChangeSaid | undefined;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly response: Response;
  readonly answer: unknown;
}

async function send(endpoint: Endpoint, input: Input): Promise<Answered> {
  const { params, query, body, file, ifMatch, said, token, signal } = input;
  const headers = new Headers({ accept: endpoint.answers ?? 'application/json' });
  const authorization = authorizationOf(endpoint, token);
  if (authorization !== undefined) headers.set('authorization', authorization);
  // Nobody is there: such a call does not keep a session from being idle.
  if (token !== undefined && !isAttended()) headers.set('user-idle', 'true');
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  if (said !== undefined && said.reason !== '') {
    headers.set('change-reason', encodeURIComponent(said.reason));
  }
  if (said?.isBypass) headers.set('change-bypass', 'true');
  if (body !== undefined && !endpoint.form) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(fillPath(endpoint.path, params) + searchOf(query), {
      method: endpoint.method,
      headers,
      // A file brings its own media type.
      ...(file && { body: file }),
      ...(body === undefined ? {} : { body: endpoint.form ? formOf(body) : JSON.stringify(body) }),
      signal,
    });
    const answer = await readAnswer(endpoint, response);
    // SERVICE_BUSY is about one save, which waited too long for another.
    const isBusy = problemIn(answer).code === 'SERVICE_BUSY';
    reached(isBusy || !AWAY.includes(response.status), endpoint);
    return { response, answer };
  } catch (error) {
    if (signal.aborted) throw error;
    reached(false, endpoint);
    throw new ApiError({ status: 0, code: undefined, meta: {} });
  }
}

function authorizationOf(endpoint: Endpoint, token: string | undefined): string | undefined {
  if (endpoint.access === 'client') {
    return `Basic ${btoa(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`)}`;
  }
  return token === undefined ? undefined : `Bearer ${token}`;
}

function searchOf(query: object | undefined): string {
  const search = formOf(query ?? {}).toString();
  return search === '' ? '' : `?${search}`;
}

function formOf(values: object): URLSearchParams {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
}

function problemIn(answer: unknown): Pick<ApiError, 'code' | 'meta'> {
  if (typeof answer !== 'object' || answer === null) return { code: undefined, meta: {} };
  const { error_code: code, meta_data: meta } = answer as Record<string, unknown>;
  return {
    code: typeof code === 'string' ? code : undefined,
    meta: typeof meta === 'object' && meta !== null ? { ...meta } : {},
  };
}

function patience(response: Response): { retryAfterSeconds?: number } {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {};
}

/** The HTML page that the service answers now; undefined when it cannot be reached. */
export async function fetchPage(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
