import type { Snapshot } from '@comporta/engine/snapshot';

/** The toggles that this program does not understand, each with what is unknown. */
export function unreadableIn({ toggles }: Snapshot): readonly string[] {
  return toggles.flatMap(({ name, unreadable }) =>
    unreadable === undefined ? [] : [`${name}: ${unreadable}`],
  );
}

export const UNREADABLE_WARNING =
  'some toggles need a newer version of this node; until then they return their default value';
