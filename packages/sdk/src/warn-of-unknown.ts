import type { Logger } from './logger.ts';
import type { CurrentSnapshot } from './snapshot/current-snapshot.ts';

/** A program that makes up names must fill neither the log nor the memory. */
const MOST_NAMES = 100;
const SHOWN_CHARS = 100;

/** Warns once about each name that is asked for and that no toggle has: its fallback looks like any other value. */
export function warnOfUnknown(logger: Logger): (toggle: string, snapshot: CurrentSnapshot) => void {
  const warned = new Set<string>();
  return (toggle, { source }) => {
    if (warned.size >= MOST_NAMES || typeof toggle !== 'string' || warned.has(toggle)) return;
    warned.add(toggle);
    logger.warn(
      `Comporta: the environment ${source.environment.name} has no toggle ${JSON.stringify(toggle.slice(0, SHOWN_CHARS))}, so that the fallback is used.`,
    );
  };
}
