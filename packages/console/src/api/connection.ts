import { getServiceFacts } from '@comporta/contract/service/service-api';
import { useSyncExternalStore } from 'react';
import { call, watchReach } from './call.ts';

/**
 * Whether the service can be reached. In the state `away`, `nextTryAt` is the time of the next retry, in
 * epoch milliseconds.
 */
export type Connection =
  | { readonly state: 'online' | 'offline' }
  | { readonly state: 'away'; readonly nextTryAt: number };

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const ONLINE: Connection = { state: 'online' };

let connection: Connection = navigator.onLine ? ONLINE : { state: 'offline' };
let waitMs = FIRST_WAIT_MS;
/** Set while the next retry is awaited. */
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, () => connection);
}

export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isOnline(): boolean {
  return connection.state === 'online';
}

/** Checks whether the service is available again. This does not send pending saves. */
export async function tryNow(): Promise<void> {
  stopWaiting();
  await call(getServiceFacts, {}).catch(() => {});
}

function change(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

function wait(): void {
  change({ state: 'away', nextTryAt: Date.now() + waitMs });
  timer = setTimeout(() => void tryNow(), waitMs);
  waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
}

function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
}

watchReach((isReached, endpoint) => {
  if (isReached) {
    stopWaiting();
    // The facts are answered without the database, so other calls may still fail.
    if (endpoint !== getServiceFacts) waitMs = FIRST_WAIT_MS;
    if (connection.state !== 'online') change(ONLINE);
  } else if (!navigator.onLine) change({ state: 'offline' });
  // Of calls that fail together, only the first one starts a wait.
  else if (timer === undefined) wait();
});
window.addEventListener('offline', () => {
  stopWaiting();
  change({ state: 'offline' });
});
window.addEventListener('online', () => void tryNow());
