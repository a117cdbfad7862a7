import type { Session as TokenAnswer } from '@comporta/contract/sessions/session';
import { useSyncExternalStore } from 'react';
import { readStored, readStoredText, removeStored, STORAGE_KEYS, writeStored } from './storage.ts';

/** Who is logged in. The names are those of the token's answer, which is what storage holds. */
export type Session = Omit<TokenAnswer, 'token_type' | 'expires_in' | 'language'> & {
  /** Epoch milliseconds. */
  readonly expiration_date: number;
};

let current: Session | undefined = readSession();
const listeners = new Set<() => void>();

/** The session, as long as it has not expired. */
export function session(): Session | undefined {
  return current !== undefined && current.expiration_date > Date.now() ? current : undefined;
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, session);
}

/** Calls back when a session starts, ends or expires, here or in another tab; returns how to stop. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSession(answer: TokenAnswer): void {
  const { token_type, expires_in, language, ...who } = answer;
  current = { ...who, expiration_date: Date.now() + expires_in * 1000 };
  writeStored(STORAGE_KEYS.session, current);
  announce();
}

/** Forgets everything that belongs to the person: session, applications and language. */
export function endSession(): void {
  current = undefined;
  removeStored(STORAGE_KEYS.session);
  removeStored(STORAGE_KEYS.applications);
  removeStored(STORAGE_KEYS.language);
  announce();
}

/** Whether storage holds what is left of a session: expired, or not one at all. */
export function hasLeftover(): boolean {
  return session() === undefined && readStoredText(STORAGE_KEYS.session) !== null;
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
  if (left > 0) expiry = setTimeout(announce, Math.min(left, 2 ** 31 - 1));
}

watchExpiry();
window.addEventListener('storage', ({ key }) => {
  if (key !== STORAGE_KEYS.session && key !== null) return;
  current = readSession();
  announce();
});
