import { useSyncExternalStore } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from '../../data/stored/storage.ts';

/** The height of rows in lists: two lines, or one. It is a setting of this browser, for all of its users. */
const listeners = new Set<() => void>();

export function isCompact(): boolean {
  return document.documentElement.dataset.density === 'compact';
}

export function setCompact(isWanted: boolean): void {
  writeStored(STORAGE_KEYS.compact, isWanted);
  show(isWanted);
}

export function useCompact(): boolean {
  return useSyncExternalStore(watch, isCompact);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the attribute that the style sheets use. */
function show(isWanted: boolean): void {
  const { dataset } = document.documentElement;
  if (isWanted) dataset.density = 'compact';
  else delete dataset.density;
  for (const listener of listeners) listener();
}

show(readStored(STORAGE_KEYS.compact) === true);
