import fc from 'fast-check';
import type { Context } from '../context.ts';
import {
  type Condition,
  type Rule,
  type RulePart,
  SNAPSHOT_FORMAT,
  type Snapshot,
  type SnapshotExperiment,
  type SnapshotProperty,
  type SnapshotTargetGroup,
  type SnapshotToggle,
  type ValueSpec,
} from '../snapshot.ts';
import {
  EXPERIMENT_STATUSES,
  EXPRESSIONS,
  PROPERTY_TYPES,
  TARGET_GROUP_POLICIES,
  TARGET_GROUP_RULE_POLICIES,
} from '../vocabulary.ts';

// Few ids and few values, so that references and matches are frequent, and some references are broken.
const PROPERTY_IDS = ['p0', 'p1', 'p2', 'p3'];
const TARGET_GROUP_IDS = ['g0', 'g1', 'g2'];
const TOGGLE_IDS = ['t0', 't1', 't2', 't3', 't4'];
const VALUES = ['on', 'off', 'other'];
const TEXTS = [
  '1',
  '2',
  '1,2',
  'true',
  'false',
  '2025-01-01',
  '1.2.3',
  '1.2.4-rc.1',
  'on',
  'é',
  '',
];

const condition: fc.Arbitrary<Condition> = fc.record({
  propertyId: fc.constantFrom(...PROPERTY_IDS, 'uid'),
  expression: fc.constantFrom(...EXPRESSIONS),
  term: fc.constantFrom(...TEXTS),
});

const split = fc.nat(100).map((share) => ({ on: share, off: 100 - share }));

const valueSpec: fc.Arbitrary<ValueSpec> = fc.oneof(
  fc.record({ type: fc.constant('EXACT_VALUE' as const), exactValue: fc.constantFrom(...VALUES) }),
  fc.record({ type: fc.constant('SPLIT' as const), split }),
  fc.record({
    type: fc.constant('SPLIT_BY' as const),
    by: fc.constantFrom(...PROPERTY_IDS),
    split,
  }),
);

const forAll = { valueSpec, versionRule: fc.option(condition, { nil: undefined, freq: 3 }) };

const part: fc.Arbitrary<RulePart> = fc.oneof(
  fc.record({ type: fc.constant('PROPERTY' as const), propertyRule: condition }),
  fc.record({
    type: fc.constant('TARGET_GROUP' as const),
    targetGroupRule: fc.record({
      policy: fc.constantFrom(...TARGET_GROUP_RULE_POLICIES),
      targetGroupsIds: fc.subarray(TARGET_GROUP_IDS, { minLength: 1 }),
    }),
  }),
  fc.record({
    type: fc.constant('TOGGLE_DEPENDENCY' as const),
    toggleDependencyRule: fc.record({
      toggleId: fc.constantFrom(...TOGGLE_IDS),
      value: fc.constantFrom(...VALUES),
    }),
  }),
);

const rule: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.record(forAll),
    fc.oneof(
      { weight: 1, arbitrary: fc.record({ type: fc.constant('ALL_USERS' as const) }) },
      { weight: 3, arbitrary: part },
      {
        weight: 2,
        arbitrary: fc.record({
          type: fc.constant('COMBINED' as const),
          combinedRule: fc.record({
            policy: fc.constantFrom(...TARGET_GROUP_POLICIES),
            conditions: fc.array(part, { minLength: 2, maxLength: 3 }),
          }),
        }),
      },
    ),
  )
  .map(([shared, audience]) => ({ ...shared, ...audience }));

function property(id: string): fc.Arbitrary<SnapshotProperty> {
  return fc.record({
    id: fc.constant(id),
    key: fc.constantFrom(id, `key of ${id}`),
    type: fc.constantFrom(...PROPERTY_TYPES),
  });
}

function targetGroup(id: string): fc.Arbitrary<SnapshotTargetGroup> {
  return fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    policy: fc.constantFrom(...TARGET_GROUP_POLICIES),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  });
}

function toggle(id: string): fc.Arbitrary<SnapshotToggle> {
  return fc.record({
    id: fc.constant(id),
    name: fc.constantFrom(id, `name of ${id}`),
    values: fc.constant(VALUES),
    defaultValue: fc.constantFrom(...VALUES),
    valueType: fc.constant('STRING' as const),
  });
}

function experiment(toggleId: string): fc.Arbitrary<SnapshotExperiment> {
  return fc.record({
    id: fc.constant(`experiment of ${toggleId}`),
    toggleId: fc.constant(toggleId),
    status: fc.constantFrom(...EXPERIMENT_STATUSES, 'ACTIVE'),
    salt: fc.constantFrom('a', 'sal'),
    buckets: fc.constantFrom(100, 10_000),
    rules: fc.array(rule, { maxLength: 4 }),
  });
}

/** The parts of a snapshot, by kind and id. */
export interface Parts {
  readonly properties: ReadonlyMap<string, SnapshotProperty>;
  readonly targetGroups: ReadonlyMap<string, SnapshotTargetGroup>;
  readonly toggles: ReadonlyMap<string, SnapshotToggle>;
  readonly experiments: ReadonlyMap<string, SnapshotExperiment>;
}

export type Edit = (parts: Parts) => Parts;

/** Replaces or removes one part; all others remain the identical objects. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  editOf(PROPERTY_IDS, property, (parts, change) => ({
    ...parts,
    properties: change(parts.properties),
  })),
  editOf(TARGET_GROUP_IDS, targetGroup, (parts, change) => ({
    ...parts,
    targetGroups: change(parts.targetGroups),
  })),
  editOf(TOGGLE_IDS, toggle, (parts, change) => ({ ...parts, toggles: change(parts.toggles) })),
  editOf(TOGGLE_IDS, experiment, (parts, change) => ({
    ...parts,
    experiments: change(parts.experiments),
  })),
);

function editOf<Part>(
  ids: readonly string[],
  partOf: (id: string) => fc.Arbitrary<Part>,
  apply: (
    parts: Parts,
    change: (map: ReadonlyMap<string, Part>) => ReadonlyMap<string, Part>,
  ) => Parts,
): fc.Arbitrary<Edit> {
  return fc.constantFrom(...ids).chain((id) =>
    fc.option(partOf(id), { nil: undefined, freq: 4 }).map(
      (part) => (parts: Parts) =>
        apply(parts, (map) => {
          const changed = new Map(map);
          if (part === undefined) changed.delete(id);
          else changed.set(id, part);
          return changed;
        }),
    ),
  );
}

function mapOf<Part>(
  ids: readonly string[],
  partOf: (id: string) => fc.Arbitrary<Part>,
): fc.Arbitrary<Map<string, Part>> {
  return fc
    .tuple(
      ...ids.map((id) =>
        fc.option(
          partOf(id).map((part) => [id, part] as const),
          { freq: 9 },
        ),
      ),
    )
    .map((entries) => new Map(entries.filter((entry) => entry !== null)));
}

export const parts: fc.Arbitrary<Parts> = fc.record({
  properties: mapOf(PROPERTY_IDS, property),
  targetGroups: mapOf(TARGET_GROUP_IDS, targetGroup),
  toggles: mapOf(TOGGLE_IDS, toggle),
  experiments: mapOf(TOGGLE_IDS, experiment),
});

export function snapshotOf(parts: Parts, revision = 1): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: 'environment', name: 'test' },
    application: { id: 'application', name: 'test' },
    revision,
    properties: [...parts.properties.values()],
    targetGroups: [...parts.targetGroups.values()],
    toggles: [...parts.toggles.values()],
    experiments: [...parts.experiments.values()],
  };
}

export const context: fc.Arbitrary<Context> = fc.record({
  uid: fc.option(fc.constantFrom(...TEXTS, 'ana'), { nil: undefined }),
  properties: fc.dictionary(
    fc.constantFrom(...PROPERTY_IDS, ...PROPERTY_IDS.map((id) => `key of ${id}`), '__proto__'),
    fc.oneof(fc.constantFrom(...TEXTS, 1, 2, true, false, null, [1]), fc.jsonValue()),
  ),
});
