import type { Snapshot } from '@comporta/engine/snapshot';
import { isSameJson } from './same-json.ts';

/**
 * The next snapshot, made of the very objects of the one before wherever they say the same: so only
 * what changed is compiled again, and the event loop of the application is not held up for the rest.
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
