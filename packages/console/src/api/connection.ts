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

const LONGEST_WAIT_MS = 30_000;
const ONLINE: Connection = { state: 'online' };

let connection: Connection = navigator.onLine ? ONLINE : { state: 'offline' };
let waitMs = 1000;
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
  clearTimeout(timer);
  await call(getServiceFacts, {}).catch(() => {});
}

function change(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

function wait(): void {
  clearTimeout(timer);
  change({ state: 'away', nextTryAt: Date.now() + waitMs });
  timer = setTimeout(() => void tryNow(), waitMs);
  waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
}

watchReach((isReached) => {
  if (isReached) {
    clearTimeout(timer);
    waitMs = 1000;
    if (connection.state !== 'online') change(ONLINE);
  } else if (navigator.onLine) wait();
  else change({ state: 'offline' });
});
window.addEventListener('offline', () => {
  clearTimeout(timer);
  change({ state: 'offline' });
});
window.addEventListener('online', () => void tryNow());
