import { understood } from '@comporta/client-core/read-understood';
import type { Snapshot, SnapshotExperiment } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { snapshotOf, toggleOf } from '../test-support/snapshots.ts';
import { holdSnapshot } from './current-snapshot.ts';

const EVERYONE = {
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
} as const;

function experimentOf(toggle: string, rule: object): SnapshotExperiment {
  return {
    id: `experiment-of-${toggle}`,
    toggleId: `id-of-${toggle}`,
    status: 'ACTIVE',
    salt: 'salt',
    buckets: 10_000,
    rules: [{ ...EVERYONE, ...rule }, EVERYONE],
  };
}

const BEFORE = snapshotOf({
  properties: [{ id: 'country', key: 'country', type: 'STRING' }],
  targetGroups: [
    {
      id: 'staff',
      name: 'Staff',
      policy: 'OR',
      conditions: [{ propertyId: 'country', expression: 'EQUALS', term: 'BR' }],
    },
  ],
  toggles: ['plain', 'by-group', 'dependent', 'by-uid'].map((name) => toggleOf(name)),
  experiments: [
    experimentOf('by-group', {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['staff'] },
    }),
    experimentOf('dependent', {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: 'id-of-by-group', value: 'enabled' },
    }),
    experimentOf('by-uid', {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: 'ana' },
    }),
  ],
});

/** Parses the parts anew, as from the network, so that no object is identical to one of before. */
function change(parts: Partial<Snapshot>): readonly string[] {
  const holder = holdSnapshot();
  holder.replace(understood(structuredClone(BEFORE)));
  return holder.replace(understood(structuredClone({ ...BEFORE, revision: 2, ...parts })));
}

describe('changed toggles', () => {
  it('are none when only the revision changed, and none at the first snapshot', () => {
    expect(holdSnapshot().replace(understood(BEFORE))).toEqual([]);
    expect(change({})).toEqual([]);
  });

  it('are those that changed, were added or were removed', () => {
    const toggles = [toggleOf('plain', 'off'), ...BEFORE.toggles.slice(1), toggleOf('new')];
    expect(change({ toggles })).toEqual(['plain', 'new']);
    expect(change({ toggles: BEFORE.toggles.slice(1) })).toEqual(['plain']);
  });

  it('are those whose experiment changed or was removed', () => {
    const [group, dependent, uid] = BEFORE.experiments;
    if (!group || !dependent || !uid) throw new Error('three experiments');
    expect(change({ experiments: [group, dependent, { ...uid, status: 'PAUSED' }] })).toEqual([
      'by-uid',
    ]);
    expect(change({ experiments: [group, dependent] })).toEqual(['by-uid']);
  });

  it('are those that use a changed group or property, and those that depend on them', () => {
    const used = ['by-group', 'dependent'];
    const [staff] = BEFORE.targetGroups;
    if (!staff) throw new Error('one group');
    expect(change({ targetGroups: [{ ...staff, policy: 'AND' }] })).toEqual(used);
    const properties = [{ id: 'country', key: 'land', type: 'STRING' } as const];
    expect(change({ properties })).toEqual(used);
  });

  it('include both names of a renamed toggle', () => {
    const [plain] = BEFORE.toggles;
    if (!plain) throw new Error('a toggle');
    const toggles = [{ ...plain, name: 'renamed' }, ...BEFORE.toggles.slice(1)];
    expect([...change({ toggles })].sort()).toEqual(['plain', 'renamed']);
  });
});
