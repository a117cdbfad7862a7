import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { watchSession } from '../../data/stored/session.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../data/stored/storage.ts';

/** A thing that the user viewed, with the path of its screen. */
export interface RecentPage {
  readonly path: string;
  readonly name: string;
}

const KEPT = 12;
const listeners = new Set<() => void>();
let shown: { readonly text: string; readonly pages: readonly RecentPage[] } = {
  text: '[]',
  pages: [],
};

/** Adds the screen of a thing to the recent pages, under its name; kept in this browser until logout. */
export function useRemembered(name: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name === undefined) return;
    const others = recentPages().filter(({ path }) => thingOf(path) !== thingOf(pathname));
    writeStored(STORAGE_KEYS.recent, [{ path: pathname, name }, ...others].slice(0, KEPT));
    for (const listener of listeners) listener();
  }, [name, pathname]);
}

/** Rules, results and plan are screens of one experiment with the same name: only the last one viewed is kept. */
function thingOf(path: string): string {
  return path.replace(/\/results(\/plan)?$/, '');
}

/** The pages viewed last, newest first. */
export function useRecentPages(): readonly RecentPage[] {
  return useSyncExternalStore(watch, recentPages);
}

/** Returns the same object while the stored text is the same. */
function recentPages(): readonly RecentPage[] {
  const stored = readStored(STORAGE_KEYS.recent);
  const text = JSON.stringify(stored ?? []);
  if (text !== shown.text) {
    shown = { text, pages: Array.isArray(stored) ? stored.filter(isRecentPage) : [] };
  }
  return shown.pages;
}

/** Other programs on this origin write to the same storage. */
function isRecentPage(page: unknown): page is RecentPage {
  if (typeof page !== 'object' || page === null) return false;
  const { path, name } = page as Partial<Record<'path' | 'name', unknown>>;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) && typeof name === 'string';
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  const endWatch = watchSession(listener);
  return () => {
    listeners.delete(listener);
    endWatch();
  };
}
