import type {
  ClientAccess,
  FormerKey,
  Snapshot,
  SnapshotEnvironment,
  SnapshotExperiment,
  SnapshotProperty,
  SnapshotTargetGroup,
  SnapshotToggle,
} from './snapshot.ts';
import {
  isObject,
  unknownInExperiment,
  unknownInTargetGroup,
  unknownWord,
} from './unknown-parts.ts';
import { PROPERTY_TYPES, VALUE_TYPES } from './vocabulary.ts';

/**
 * Reads a snapshot from a JSON value, which a newer service may have written; undefined when it is not a snapshot.
 * Parts that this engine does not understand affect only the toggles that use them: these are marked as `unreadable`
 * and return their default. All parts that are understood stay the identical objects.
 */
export function readSnapshot(value: unknown): Snapshot | undefined {
  const steps = readSnapshotInSteps(value);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `readSnapshot`, but pauses before each experiment, so that the caller can yield to the event loop. */
export function* readSnapshotInSteps(value: unknown): Generator<void, Snapshot | undefined> {
  if (!isSnapshot(value)) return undefined;
  const notUnderstood = new Map<string, string>();
  const unreadable = new Map<string, string>();
  const properties = value.properties
    .filter(isProperty)
    .filter(({ id, type }) =>
      isUnderstood(notUnderstood, id, unknownWord('property type', PROPERTY_TYPES, type)),
    );
  const targetGroups = value.targetGroups
    .filter(isTargetGroup)
    .filter((group) =>
      isUnderstood(notUnderstood, group.id, unknownInTargetGroup(group, notUnderstood)),
    );
  const experiments: SnapshotExperiment[] = [];
  for (const experiment of value.experiments) {
    yield;
    if (!isExperiment(experiment)) continue;
    const unknown = unknownInExperiment(experiment, notUnderstood);
    if (unknown === undefined) experiments.push(experiment);
    // A paused experiment's toggle returns the default anyway, so unknown rules do no harm.
    else if (experiment.status === 'PAUSED') experiments.push({ ...experiment, rules: [] });
    else unreadable.set(experiment.toggleId, unknown);
  }
  const toggles = value.toggles
    .filter(isToggle)
    .map((toggle) => markUnreadable(toggle, unreadable.get(toggle.id)));
  // Snapshots from before `format` existed are of format 1.
  const format = typeof value.format === 'number' ? value.format : 1;
  const environment = withKnownClients(value.environment);
  return { ...value, format, environment, properties, targetGroups, toggles, experiments };
}

/** Drops client access that is not understood: then no client key is accepted. */
function withKnownClients(environment: SnapshotEnvironment): SnapshotEnvironment {
  const { id, name, clients } = environment;
  if (clients === undefined) return environment;
  if (!isClientAccess(clients)) return { id, name };
  const { former } = clients;
  const isKnown = former === undefined || isFormerKey(former);
  return isKnown ? environment : { ...environment, clients: { ...clients, former: undefined } };
}

/** Returns whether the part with this id is understood; if not, records what is unknown. */
function isUnderstood(
  notUnderstood: Map<string, string>,
  id: string,
  unknown: string | undefined,
): boolean {
  if (unknown !== undefined) notUnderstood.set(id, unknown);
  return unknown === undefined;
}

/** A value of an unknown type is passed on as text. */
function markUnreadable(toggle: SnapshotToggle, unknown: string | undefined): SnapshotToggle {
  const unknownType = unknownWord('value type', VALUE_TYPES, toggle.valueType);
  if (unknownType !== undefined) return { ...toggle, valueType: 'STRING', unreadable: unknownType };
  return unknown === undefined ? toggle : { ...toggle, unreadable: unknown };
}

function isSnapshot(value: unknown): value is Snapshot {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.revision) &&
    isNamed(value.environment) &&
    isNamed(value.application) &&
    Array.isArray(value.properties) &&
    Array.isArray(value.targetGroups) &&
    Array.isArray(value.toggles) &&
    Array.isArray(value.experiments)
  );
}

// Parts without these fields cannot be referred to, so they are ignored. Whether their words are known is checked
// later.

function isProperty(part: unknown): part is SnapshotProperty {
  return isObject(part) && typeof part.id === 'string' && typeof part.key === 'string';
}

function isTargetGroup(part: unknown): part is SnapshotTargetGroup {
  return isNamed(part);
}

function isExperiment(part: unknown): part is SnapshotExperiment {
  return isObject(part) && typeof part.id === 'string' && typeof part.toggleId === 'string';
}

function isToggle(part: unknown): part is SnapshotToggle {
  return (
    isNamed(part) &&
    typeof part.defaultValue === 'string' &&
    Array.isArray(part.values) &&
    part.values.every((one) => typeof one === 'string')
  );
}

function isClientAccess(part: unknown): part is ClientAccess {
  return (
    isObject(part) &&
    typeof part.keyHash === 'string' &&
    Array.isArray(part.origins) &&
    part.origins.every((origin) => typeof origin === 'string')
  );
}

function isFormerKey(part: unknown): part is FormerKey {
  return isObject(part) && typeof part.keyHash === 'string' && typeof part.endsAt === 'string';
}

function isNamed(
  part: unknown,
): part is Record<string, unknown> & { readonly id: string; readonly name: string } {
  return isObject(part) && typeof part.id === 'string' && typeof part.name === 'string';
}
