import { useLayoutEffect, useSyncExternalStore } from 'react';

let shown: string | undefined;
const listeners = new Set<() => void>();

/** Shows the name as the last part of the breadcrumb in the header. */
export function useCrumb(name: string | undefined): void {
  useLayoutEffect(() => {
    show(name);
    return () => show(undefined);
  }, [name]);
}

export function useShownCrumb(): string | undefined {
  return useSyncExternalStore(watch, () => shown);
}

function show(name: string | undefined): void {
  shown = name;
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
