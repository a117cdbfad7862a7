import { about, type Planning } from './import-plan.ts';
import type { StoredToggle } from './stored-entities.ts';

/** Rejects tags that the document adds when the application would have too many different ones. */
export function requireFewTags(
  { rules, stored, plan }: Planning,
  toggles: readonly StoredToggle[],
): void {
  const known = tagsOf(stored.toggles);
  const adding = plan.written.toggles.find(({ tags }) => tags.some((tag) => !known.has(tag)));
  if (adding === undefined) return;
  const removed = new Set(plan.removed.toggles);
  const after = tagsOf(toggles.filter(({ id }) => !removed.has(id)));
  about({ action: 'UPDATE', type: 'toggle', name: adding.name }, () =>
    rules.toggles.requireFewTags(after.size),
  );
}

function tagsOf(toggles: readonly StoredToggle[]): ReadonlySet<string> {
  return new Set(toggles.flatMap(({ tags }) => tags));
}
