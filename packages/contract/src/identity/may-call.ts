import type { Endpoint, Programs, Scope } from '../endpoint.ts';

/** What a token allows of what its owner may; null for everywhere. */
export interface TokenLimits {
  readonly scopes: readonly Scope[];
  /** Ids. */
  readonly apps: readonly string[] | null;
  readonly envs: readonly string[] | null;
}

/** What the owner of a token may now. A service key has the rights of an admin. */
export interface TokenOwner {
  readonly admin: boolean;
  /** Ids of the applications that were granted; an admin needs none. */
  readonly apps: readonly string[];
}

/** What a call asks. */
export interface AskedCall {
  readonly method: Endpoint['method'];
  readonly scope: Programs;
  readonly adminOnly: boolean;
  /** The application in its path. */
  readonly appId?: string | undefined;
  /** The environment in its path; of two, the one that is changed. */
  readonly envId?: string | undefined;
}

/** `SCOPE`: the token lacks the scope of the call, which the refusal names. */
export type CallAnswer = 'ALLOWED' | 'SCOPE' | 'FORBIDDEN';

const CONTAINED: Readonly<Record<Scope, readonly Scope[]>> = {
  read: [],
  write: ['read', 'code'],
  settings: ['read'],
  code: [],
};

/** Whether a program may make a call: the rights of its owner, as of now, and what the token allows of them. */
export function mayCall(token: TokenLimits, owner: TokenOwner, call: AskedCall): CallAnswer {
  const { scope, method, appId, envId } = call;
  if (scope === 'refused') return 'FORBIDDEN';
  if (!containsScope(token.scopes, scope)) return 'SCOPE';
  if (call.adminOnly && !isAdminBy(token, owner)) return 'FORBIDDEN';
  if (appId !== undefined && !mayOpenBy(token, owner, appId)) return 'FORBIDDEN';
  const isOutside = token.envs !== null && (envId === undefined || !token.envs.includes(envId));
  return method !== 'GET' && isOutside ? 'FORBIDDEN' : 'ALLOWED';
}

/** With chosen applications, a token acts as one who is no admin. */
export function isAdminBy(
  { apps }: Pick<TokenLimits, 'apps'>,
  { admin }: Pick<TokenOwner, 'admin'>,
): boolean {
  return admin && apps === null;
}

function containsScope(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.some((one) => one === scope || CONTAINED[one].includes(scope));
}

function mayOpenBy({ apps }: TokenLimits, owner: TokenOwner, appId: string): boolean {
  return (apps === null || apps.includes(appId)) && (owner.admin || owner.apps.includes(appId));
}
