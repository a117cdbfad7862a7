import type { Logger } from '../logger.ts';
import type { CurrentSnapshot } from './current-snapshot.ts';

/** Logs each toggle that returns its default because of what this SDK lacks, with the reason: once, until that changes. */
export function unreadableToggles(logger: Logger): (now: CurrentSnapshot) => void {
  let told = new Set<string>();
  return ({ source, compiled }) => {
    const now = new Set<string>();
    for (const line of [...unknownIn(source.toggles), ...missingIn(compiled.toggles)]) {
      now.add(line);
      if (!told.has(line)) logger.warn(line);
    }
    told = now;
  };
}

function unknownIn(toggles: CurrentSnapshot['source']['toggles']): readonly string[] {
  return toggles.flatMap(({ name, unreadable }) =>
    unreadable === undefined
      ? []
      : [`Comporta: the toggle ${name} needs a newer SDK and returns its default: ${unreadable}`],
  );
}

function missingIn(toggles: CurrentSnapshot['compiled']['toggles']): readonly string[] {
  return toggles.flatMap(({ source: { name }, missingList }) =>
    missingList === undefined
      ? []
      : [`Comporta: the toggle ${name} returns its default: the list ${missingList} is not loaded`],
  );
}
