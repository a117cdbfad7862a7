import { type ParsedSnapshot, understood } from '@comporta/client-core/read-understood';
import { SNAPSHOT_FORMAT, type Snapshot, type SnapshotToggle } from '@comporta/engine/snapshot';
import type { ValueType } from '@comporta/engine/vocabulary';

/** A snapshot that contains only the parts that the test is about. */
export function snapshotOf(parts: Partial<Snapshot> = {}): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: 'environment', name: 'Production' },
    application: { id: 'application', name: 'Checkout' },
    revision: 1,
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
    ...parts,
  };
}

/** The same as it is held. */
export function parsedOf(parts: Partial<Snapshot> = {}): ParsedSnapshot {
  return understood(snapshotOf(parts));
}

/** A toggle that returns `value` as long as it has no experiment. */
export function toggleOf(
  name: string,
  value = 'disabled',
  valueType: ValueType = 'BOOLEAN',
): SnapshotToggle {
  return { id: `id-of-${name}`, name, values: ['enabled', value], defaultValue: value, valueType };
}
