import { expect, it } from 'vitest';
import { applyChanges, NO_PARTS, type PartChanges, snapshotOf } from './snapshot-parts.ts';

const HEAD = {
  application: { id: 'application', name: 'Shop' },
  environment: { id: 'environment', name: 'Production' },
  revision: 7,
} as unknown as Parameters<typeof snapshotOf>[0]; // Only parts are looked at.

/** The parts of these ids, read in this order. */
function changed(...ids: string[]): PartChanges {
  const parts = (make: (id: string) => object) => new Map(ids.map((id) => [id, make(id)]));
  return {
    properties: parts((id) => ({ id, key: id })),
    targetGroups: parts((id) => ({ id, name: id })),
    toggles: parts((id) => ({ id, name: `toggle ${id}` })),
    experiments: parts((id) => ({ id, toggleId: id })),
  } as unknown as PartChanges; // Their other fields have no influence on the order.
}

it('OPR-07: a node that saw the changes one by one has the same bytes as one that read all parts at once', () => {
  const followed = ['c', 'a', 'd', 'b'].reduce(
    (parts, id) => applyChanges(parts, changed(id)),
    NO_PARTS,
  );
  const read = applyChanges(NO_PARTS, changed('a', 'b', 'c', 'd'));
  expect(JSON.stringify(snapshotOf(HEAD, followed))).toBe(JSON.stringify(snapshotOf(HEAD, read)));
  expect(snapshotOf(HEAD, followed).experiments.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
