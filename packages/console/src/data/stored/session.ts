import type { SessionEnds } from '@comporta/contract/sessions/browser-api';
import type { Session as TokenAnswer } from '@comporta/contract/sessions/session';
import { useSyncExternalStore } from 'react';
import {
  forgetEditsOfOthers,
  readStored,
  readStoredText,
  removeStored,
  STORAGE_KEYS,
  writeStored,
} from './storage.ts';

/** The session of the logged-in user. Its names are those of the token response, which storage holds. */
export type Session = Omit<TokenAnswer, 'token_type' | 'expires_in' | 'language'> & {
  /** Epoch milliseconds. */
  readonly expiration_date: number;
  /** Set where it ends earlier when it is not used: for how long, in milliseconds, and when it ends in any case. */
  readonly idle?: { readonly ms: number; readonly last_date: number };
  /** Set where the company requires a second factor before long, and nobody has put the reminder off. Source: IDN-35. */
  readonly owes_factor?: true;
};

/** The keys of everything that belongs to the logged-in user. */
const PERSONAL = [
  STORAGE_KEYS.session,
  STORAGE_KEYS.applications,
  STORAGE_KEYS.environments,
  STORAGE_KEYS.recent,
  STORAGE_KEYS.language,
] as const;

let current: Session | undefined = readSession();
let latestPerson = current?.user_name;
let lifetime = new AbortController();
const listeners = new Set<() => void>();

/** The session, unless it has expired. */
export function session(): Session | undefined {
  return current !== undefined && current.expiration_date > Date.now() ? current : undefined;
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, session);
}

/** Aborted when the session ends or another user logs in: nobody else may receive its responses. */
export function sessionSignal(): AbortSignal {
  return lifetime.signal;
}

/** The e-mail of the logged-in user or, without a session, of the last one. */
export function lastPerson(): string | undefined {
  return latestPerson;
}

export function useLastPerson(): string | undefined {
  return useSyncExternalStore(watchSession, lastPerson);
}

/**
 * Calls back when a session starts, ends or expires, here or in another tab. Returns the function that stops
 * watching.
 */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let started = () => {};

/** Calls back whenever a session starts in this tab, or is renewed. */
export function whenSessionStarts(listener: () => void): void {
  started = listener;
}

/** Starts or renews a session. A renewal by the same user keeps the loaded data; another user starts with none. */
export function startSession(answer: TokenAnswer): void {
  const { token_type, expires_in, language, ...who } = answer;
  const begun = { ...who, expiration_date: Date.now() + expires_in * 1000 };
  if (session()?.user_name !== begun.user_name) {
    removeStored(STORAGE_KEYS.applications);
    removeStored(STORAGE_KEYS.environments);
    removeStored(STORAGE_KEYS.recent);
  }
  keep(begun);
  started();
}

/**
 * Learns from the service that the session ends earlier when it is not used, and whether a second factor will be required.
 * Source: IDN-40.
 */
export function keepSessionEnds({ expiresInSeconds, idleMinutes, factorDueAt }: SessionEnds): void {
  let own = session();
  if (own === undefined) return;
  if (factorDueAt !== null) {
    own = { ...own, owes_factor: true };
    keep(own);
  }
  if (idleMinutes === null) return;
  const idle = { ms: idleMinutes * 60_000, last_date: Date.now() + expiresInSeconds * 1000 };
  extendTo({ ...own, idle, expiration_date: 0 });
}

/** Says no more, until the next sign-in, that a second factor will be required. */
export function putFactorOff(): void {
  const own = session();
  if (own === undefined) return;
  const { owes_factor: _putOff, ...rest } = own;
  keep(rest);
}

/** Says that the session was used now. */
export function extendSession(): void {
  const own = session();
  if (own?.idle !== undefined) extendTo(own);
}

/** The service notes a use once a minute. */
const PRECISION_MS = 60_000;

function extendTo(own: Session): void {
  const { ms = 0, last_date = 0 } = own.idle ?? {};
  const expiration_date = Math.min(Date.now() + ms, last_date);
  if (expiration_date - own.expiration_date < PRECISION_MS) return;
  keep({ ...own, expiration_date });
}

/** Updates the name in the session when users rename themselves; other users' names are ignored. */
export function followOwnName({ email, name }: { readonly email: string; readonly name: string }) {
  const own = session();
  if (own === undefined || own.user_name.toLowerCase() !== email.toLowerCase()) return;
  keep({ ...own, name });
}

/** Removes everything that belongs to the user: session, applications and language. */
export function endSession(): void {
  for (const key of PERSONAL) removeStored(key);
  removeStored(STORAGE_KEYS.visitorLanguage);
  change(undefined);
}

/** Whether storage holds the remains of a session that has expired or is invalid. */
export function hasLeftover(): boolean {
  return session() === undefined && PERSONAL.some((key) => readStoredText(key) !== null);
}

function keep(next: Session): void {
  writeStored(STORAGE_KEYS.session, next);
  change(next);
}

function change(next: Session | undefined): void {
  if (next === undefined || next.user_name !== session()?.user_name) giveUpRequests();
  // Unsaved edits are kept for the next login of the same user, and removed when another user logs in.
  if (next !== undefined) forgetEditsOfOthers(next.user_name);
  current = next;
  latestPerson = next?.user_name ?? latestPerson;
  announce();
}

function giveUpRequests(): void {
  lifetime.abort();
  lifetime = new AbortController();
}

function readSession(): Session | undefined {
  const stored = readStored(STORAGE_KEYS.session);
  return isSession(stored) ? stored : undefined;
}

function isSession(stored: unknown): stored is Session {
  const texts = ['access_token', 'name', 'company_name', 'plan', 'user_name'];
  return (
    typeof stored === 'object' &&
    stored !== null &&
    texts.every((name) => typeof Reflect.get(stored, name) === 'string') &&
    typeof Reflect.get(stored, 'is_admin') === 'boolean' &&
    typeof Reflect.get(stored, 'expiration_date') === 'number'
  );
}

function announce(): void {
  watchExpiry();
  for (const listener of listeners) listener();
}

let expiry: ReturnType<typeof setTimeout> | undefined;

function watchExpiry(): void {
  clearTimeout(expiry);
  const left = (current?.expiration_date ?? 0) - Date.now();
  if (left > 0) expiry = setTimeout(expire, Math.min(left, 2 ** 31 - 1));
}

function expire(): void {
  if (session() === undefined) giveUpRequests();
  announce();
}

watchExpiry();
window.addEventListener('storage', ({ key }) => {
  if (key !== STORAGE_KEYS.session && key !== null) return;
  change(readSession());
});
