import { readFileSync } from 'node:fs';
import type { Change } from '@comporta/contract/nouns/change';
import { expect, it } from 'vitest';
import { type EnvironmentUsage, touchedEnvironments } from './touched-environments.ts';

/** See conformance/safe-changes/README.md. */
const FILE = new URL(
  '../../../../conformance/safe-changes/touched-environments.json',
  import.meta.url,
);

interface Vectors {
  readonly usage: {
    readonly environments: readonly string[];
    readonly experiments: readonly {
      readonly environmentId: string;
      readonly toggleId: string;
      readonly propertyIds: readonly string[];
      readonly targetGroupIds: readonly string[];
      readonly dependencyToggleIds: readonly string[];
    }[];
    readonly groups: readonly { readonly id: string; readonly propertyIds: readonly string[] }[];
  };
  readonly cases: readonly {
    readonly change: VectorChange;
    readonly expect: readonly string[];
  }[];
}

interface VectorChange {
  readonly type: string;
  readonly action: string;
  readonly id: string;
  readonly environmentId?: string;
  readonly fields?: readonly string[];
}

const { usage, cases }: Vectors = JSON.parse(readFileSync(FILE, 'utf8'));

const USAGE: EnvironmentUsage = {
  all: usage.environments,
  using: new Map(
    [...idsUsed()].map((id) => [
      id,
      usage.environments.filter((environment) =>
        usage.experiments.some((one) => one.environmentId === environment && idsOf(one).has(id)),
      ),
    ]),
  ),
};

function idsOf(one: Vectors['usage']['experiments'][number]): ReadonlySet<string> {
  const groups = usage.groups.filter(({ id }) => one.targetGroupIds.includes(id));
  return new Set([
    one.toggleId,
    ...one.dependencyToggleIds,
    ...one.targetGroupIds,
    ...one.propertyIds,
    ...groups.flatMap(({ propertyIds }) => propertyIds),
  ]);
}

function idsUsed(): ReadonlySet<string> {
  return new Set(usage.experiments.flatMap((one) => [...idsOf(one)]));
}

const ACTIONS: Readonly<Record<string, Change['action']>> = {
  CREATE: 'CREATED',
  RESTORE: 'CREATED',
  UPDATE: 'EDITED',
  DELETE: 'DELETED',
  PAUSE: 'PAUSED',
  RESTART: 'RESTARTED',
};

/** The same change as its audit entry has it: fields that differ, with any value. */
function recorded({ type, action, id, environmentId, fields = [] }: VectorChange): Change {
  const state = (value: string) =>
    type === 'experiment' ? recordedRules(fields, value) : recordedFields(fields, value);
  const isEdit = action === 'UPDATE';
  const environment =
    environmentId === undefined ? undefined : { id: environmentId, name: environmentId };
  const touches = touchesOf({ type, action, id, fields, environment });
  // The vectors name fields, and not the content of entries.
  return {
    type,
    action: ACTIONS[action],
    id,
    name: id,
    ...(action !== 'CREATE' && { before: state('before') }),
    ...(action !== 'DELETE' && { after: state('after') }),
    ...(environment && { environment }),
    ...(touches && { touches }),
    ...(isEdit && type === 'changeRequest' && { isServed: false }),
  } as unknown as Change;
}

/** A removed environment and a new salt are not in entries: whoever makes the change says so (SAF-97). */
function touchesOf({
  type,
  action,
  id,
  fields,
  environment,
}: Omit<VectorChange, 'environmentId'> & { readonly environment: Change['environment'] }) {
  if (type === 'environment' && action === 'DELETE') return [{ id, name: id }];
  return fields?.includes('salt') && environment ? [environment] : undefined;
}

function recordedFields(fields: readonly string[], value: string) {
  return Object.fromEntries(fields.map((field) => [field, value]));
}

function recordedRules(fields: readonly string[], value: string) {
  return {
    toggle: 'checkout',
    status: fields.includes('status') ? value : 'ACTIVE',
    rules: [
      {
        name: fields.includes('ruleNames') ? value : 'name',
        term: fields.includes('rules') ? value : 'term',
      },
    ],
  };
}

it('SAF-21: the environments that a change touches are those of every vector', () => {
  for (const { change, expect: expected } of cases) {
    const touched = touchedEnvironments(recorded(change), USAGE);
    expect([...touched].sort(), JSON.stringify(change)).toEqual([...expected].sort());
  }
});
