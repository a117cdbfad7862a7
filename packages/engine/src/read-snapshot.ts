import type {
  ClientAccess,
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
 * The snapshot that a JSON value is, which a newer service may have written; undefined when it is
 * none. What this engine does not understand concerns only the toggles that use it: they are marked
 * as `unreadable` and answer their default, and all others are as if nothing were. Whatever is
 * understood is the identical object of the value.
 */
export function readSnapshot(value: unknown): Snapshot | undefined {
  const steps = readSnapshotInSteps(value);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with a pause after each experiment, for whoever has other work, too. */
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
    // While it is paused its toggle returns the default, whatever the rules say.
    else if (experiment.status === 'PAUSED') experiments.push({ ...experiment, rules: [] });
    else unreadable.set(experiment.toggleId, unknown);
  }
  const toggles = value.toggles
    .filter(isToggle)
    .map((toggle) => markUnreadable(toggle, unreadable.get(toggle.id)));
  // Before snapshots named their format there was one.
  const format = typeof value.format === 'number' ? value.format : 1;
  const environment = withKnownClients(value.environment);
  return { ...value, format, environment, properties, targetGroups, toggles, experiments };
}

/** Without what cannot say who may ask with a client key: then nobody may. */
function withKnownClients(environment: SnapshotEnvironment): SnapshotEnvironment {
  const { id, name, clients } = environment;
  return clients === undefined || isClientAccess(clients) ? environment : { id, name };
}

/** Keeps what is unknown of the part with this id, if anything is. */
function isUnderstood(
  notUnderstood: Map<string, string>,
  id: string,
  unknown: string | undefined,
): boolean {
  if (unknown !== undefined) notUnderstood.set(id, unknown);
  return unknown === undefined;
}

/** A value of an unknown type is given as the text that it is. */
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

// A part that is none of these cannot be found by anybody, so it is as if it were not there. Whether
// the words of a part are known ones is looked at afterwards.

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

function isNamed(
  part: unknown,
): part is Record<string, unknown> & { readonly id: string; readonly name: string } {
  return isObject(part) && typeof part.id === 'string' && typeof part.name === 'string';
}
