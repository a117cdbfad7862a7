import { type HeldList, listAfter } from '@comporta/client-core/lists/held-list';
import { serviceAt } from '@comporta/client-core/service';
import { isId } from '../platform/base/ids.ts';
import type { Config } from '../platform/config/config.ts';
import { CommandFailure, Refused } from './command-failure.ts';
import { credentialsFor } from './login/credentials.ts';
import { notComporta, requireUrl } from './require-url.ts';

const TIMEOUT_MS = 120_000;
const NO_CONTENT = 204;

export interface AskedService {
  get<Answer>(path: string): Promise<Answer>;
  /** `reason` says why, for the log of what it changes. */
  post<Answer>(path: string, body: object, reason?: string): Promise<Answer>;
  /** A text is sent as such. */
  put<Answer>(path: string, body: object | string): Promise<Answer>;
  /** The ids of a list, as programs load them. */
  list(id: string): Promise<HeldList>;
}

interface Given {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

export const SERVICE_OPTIONS = { url: { type: 'string' }, key: { type: 'string' } } as const;

export const SERVICE_USAGE = `  --url URL           the service; COMPORTA_URL by default
  --key KEY           COMPORTA_KEY by default, which other users of the machine cannot see;
                      else the token of comporta login`;

/** The service that options or settings name. */
export function serviceOf(given: Given, { comportaUrl, comportaKeys }: Config): AskedService {
  const base = given.url ?? comportaUrl;
  requireUrl(base);
  const key = given.key ?? comportaKeys[0] ?? credentialsFor(base)?.token;
  if (key === undefined) {
    throw new CommandFailure(
      'there is no key: log in with comporta login, use --key or set COMPORTA_KEY',
      2,
    );
  }

  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(new URL(path, base), {
      ...init,
      headers: {
        'content-type': 'application/json',
        ...init.headers,
        authorization: `Bearer ${key}`,
      },
      // A redirect is refused below: the key must not reach another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new CommandFailure(`${base} cannot be reached: ${reasonOf(error)}`);
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok) {
      // A login page or a proxy answers 200, too.
      if (answer === undefined && response.status !== NO_CONTENT) {
        throw new CommandFailure(notComporta(base));
      }
      return answer;
    }
    const refusal = refusalIn(answer) ?? `${response.status}`;
    const mayMean = response.status === 404 ? ' (or the service is older than this command)' : '';
    throw new Refused(`${base} refused the call: ${refusal}${mayMean}`, {
      code: refusal.split(' ', 1)[0] ?? '',
      status: response.status,
      scope: missingScopeIn(answer),
    });
  }

  const reader = { url: base, key, headers: {}, answerMs: TIMEOUT_MS, fetch };
  async function list(id: string): Promise<HeldList> {
    const asking = serviceAt(reader).fetchList(id, undefined, AbortSignal.timeout(TIMEOUT_MS));
    const answer = await asking.catch((error: unknown) => {
      throw new CommandFailure(`the list ${id} cannot be fetched: ${reasonOf(error)}`);
    });
    const held = listAfter(undefined, answer);
    if (held === undefined) throw new CommandFailure(`the ids of the list ${id} do not add up`);
    return held;
  }

  return {
    list,
    // The type parameter comes from the caller; responses are not validated at run time.
    get: (path) => ask(path, { method: 'GET' }) as never,
    post: (path, body, reason) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        // Headers hold ASCII only.
        ...(reason !== undefined && { headers: { 'change-reason': encodeURIComponent(reason) } }),
      }) as never,
    put: (path, body) =>
      ask(path, {
        method: 'PUT',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(typeof body === 'string' && { headers: { 'content-type': 'text/plain' } }),
      }) as never,
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || 'refused' : error.message;
}

function refusalIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error_code' in answer)) return undefined;
  const meta = 'meta_data' in answer ? ` ${JSON.stringify(answer.meta_data)}` : '';
  return `${answer.error_code}${meta}`;
}

/** The scope that the key lacks, if the answer says that this is why. */
function missingScopeIn(answer: unknown): string | undefined {
  const problem = answer as
    | { readonly meta_data?: { readonly scope?: unknown } }
    | undefined
    | null;
  const scope = problem?.meta_data?.scope;
  return typeof scope === 'string' ? scope : undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The id of the application with this name, or with this id, which a key that may list no applications needs. The name may be
 * left out when there is only one application.
 */
export async function findApplicationId(
  service: AskedService,
  name: string | undefined,
): Promise<string> {
  if (name !== undefined && isId(name)) return name;
  const all = await service.get<readonly Named[]>('/api/apps').catch((error: unknown) => {
    if (!(error instanceof Refused) || error.scope === undefined) throw error;
    throw new CommandFailure(
      'the key may not list applications: give --application the id that the address of the console shows',
    );
  });
  const named = name === undefined ? all : all.filter((application) => application.name === name);
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first.id;
  if (all.length === 0) throw new CommandFailure('there is no application that this key may see');
  const names = all.map((application) => application.name).join(', ');
  throw new CommandFailure(
    name === undefined
      ? `choose one with --application: ${names}`
      : `there is no application ${name}, only: ${names}`,
    name === undefined ? 2 : 1,
  );
}

/** Throws a CommandFailure where an environment of the application has this name but for its case: it is the one that was meant. */
export async function requireSpelling(
  service: AskedService,
  appId: string,
  environment: string,
): Promise<void> {
  const { environments } = await service.get<{ readonly environments: readonly Named[] }>(
    `/api/apps/${appId}`,
  );
  const names = environments.map(({ name }) => name);
  const alike = names.find((name) => name.toLowerCase() === environment.toLowerCase());
  if (alike === undefined || names.includes(environment)) return;
  throw new CommandFailure(`there is no environment ${environment}, but ${alike}`, 2);
}
