import type { Snapshot } from '@comporta/engine/snapshot';
import { isSameJson } from './same-json.ts';

/**
 * Copies the next snapshot, with the identical objects of the previous one for all parts that did not change. Only
 * changed parts are then compiled again, so that a small change blocks the event loop only briefly. Pauses before each
 * part.
 */
export function* reuseUnchanged(next: Snapshot, previous: Snapshot): Generator<void, Snapshot> {
  return {
    ...next,
    properties: yield* reuse(next.properties, previous.properties),
    targetGroups: yield* reuse(next.targetGroups, previous.targetGroups),
    toggles: yield* reuse(next.toggles, previous.toggles),
    experiments: yield* reuse(next.experiments, previous.experiments),
  };
}

function* reuse<Part extends { readonly id: string }>(
  next: readonly Part[],
  previous: readonly Part[],
): Generator<void, readonly Part[]> {
  const held = new Map(previous.map((part) => [part.id, part]));
  const reused: Part[] = [];
  for (const part of next) {
    yield;
    const before = held.get(part.id);
    reused.push(before !== undefined && isSameJson(before, part) ? before : part);
  }
  return isSameList(reused, previous) ? previous : reused;
}

function isSameList<Part>(a: readonly Part[], b: readonly Part[]): boolean {
  return a.length === b.length && a.every((part, place) => part === b[place]);
}
