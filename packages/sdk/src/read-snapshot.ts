import type { Snapshot } from '@comporta/engine/snapshot';

const LISTS = ['properties', 'targetGroups', 'toggles', 'experiments'];

/** Whether this can be a snapshot. Its parts are not looked into: they come from the service. */
export function isSnapshot(value: unknown): value is Snapshot {
  return (
    isObject(value) &&
    typeof value.revision === 'number' &&
    isObject(value.environment) &&
    LISTS.every((name) => Array.isArray(value[name]))
  );
}

/** The snapshot that a text is; undefined when it is none, such as a proxy's page or half a file. */
export function readSnapshot(json: string): Snapshot | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isSnapshot(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
