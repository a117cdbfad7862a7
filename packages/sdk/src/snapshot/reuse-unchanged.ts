import type { Snapshot } from '@comporta/engine/snapshot';
import { isSameJson } from './same-json.ts';

/**
 * Copies the next snapshot, with the identical objects of the previous one for all parts that did not change. Only
 * changed parts are then compiled again, so that a small change blocks the event loop only briefly.
 */
export function reuseUnchanged(next: Snapshot, previous: Snapshot): Snapshot {
  return {
    ...next,
    properties: reuse(next.properties, previous.properties),
    targetGroups: reuse(next.targetGroups, previous.targetGroups),
    toggles: reuse(next.toggles, previous.toggles),
    experiments: reuse(next.experiments, previous.experiments),
  };
}

function reuse<Part extends { readonly id: string }>(
  next: readonly Part[],
  previous: readonly Part[],
): Part[] {
  const held = new Map(previous.map((part) => [part.id, part]));
  return next.map((part) => {
    const before = held.get(part.id);
    return before !== undefined && isSameJson(before, part) ? before : part;
  });
}
