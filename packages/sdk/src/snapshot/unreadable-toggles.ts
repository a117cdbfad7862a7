import type { Snapshot } from '@comporta/engine/snapshot';
import type { Logger } from '../logger.ts';

/** Logs each toggle that needs a newer SDK, with the reason: once, until that changes. */
export function unreadableToggles(logger: Logger): (snapshot: Snapshot) => void {
  let told = new Set<string>();
  return ({ toggles }) => {
    const now = new Set<string>();
    for (const { name, unreadable } of toggles) {
      if (unreadable === undefined) continue;
      const line = `Comporta: the toggle ${name} needs a newer SDK and returns its default: ${unreadable}`;
      now.add(line);
      if (!told.has(line)) logger.warn(line);
    }
    told = now;
  };
}
