import { useSyncExternalStore } from 'react';
import { watchSession } from './session.ts';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';

/** The environment that was last viewed in each application, by application id; kept until logout. */
type Choices = Readonly<Record<string, unknown>>;

const listeners = new Set<() => void>();

export function chooseEnvironment(appId: string, envId: string): void {
  if (choiceIn(appId) === envId) return;
  writeStored(STORAGE_KEYS.environments, { ...choices(), [appId]: envId });
  for (const listener of listeners) listener();
}

/** The id of the environment that was chosen in an application, if any. */
export function useEnvironmentChoice(appId: string): string | undefined {
  return useSyncExternalStore(watch, () => choiceIn(appId));
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  const endWatch = watchSession(listener);
  return () => {
    listeners.delete(listener);
    endWatch();
  };
}

function choiceIn(appId: string): string | undefined {
  const choice = choices()[appId];
  return typeof choice === 'string' ? choice : undefined;
}

function choices(): Choices {
  const stored = readStored(STORAGE_KEYS.environments);
  return typeof stored === 'object' ? (stored as Choices) : {}; // readStored never returns null.
}
