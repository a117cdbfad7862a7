import { useState, useSyncExternalStore } from 'react';
import { type FormEvent, type FormState, reduceForm } from './form-machine.ts';

/**
 * Holds the state of a form outside of React. An event takes effect before the next render: a second press of
 * Enter, and the guard during the navigation after a save, need that.
 */
export interface FormStore<Draft, Code extends string> {
  readonly state: () => FormState<Draft, Code>;
  readonly send: (event: FormEvent<Draft, Code>) => void;
  readonly watch: (listener: () => void) => () => void;
}

export function createFormStore<Draft, Code extends string>(
  start: FormState<Draft, Code>,
  isSame: (one: Draft, other: Draft) => boolean,
): FormStore<Draft, Code> {
  let state = start;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    send(event) {
      const next = reduceForm(state, event, isSame);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Creates a store for the lifetime of the component, and returns it with its state. */
export function useFormStore<Draft, Code extends string>(
  create: () => FormStore<Draft, Code>,
): readonly [FormStore<Draft, Code>, FormState<Draft, Code>] {
  const [store] = useState(create);
  return [store, useSyncExternalStore(store.watch, store.state)];
}
