import type { SnapshotToggle } from '@comporta/engine/snapshot';
import { valueMark } from '@comporta/engine/uses/value-mark';
import type { CountedToggle } from '../../event-store/uses/read-report.ts';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import { memoize } from '../memoize.ts';

/** What uses of a toggle are counted under: the values and the rules that it has now. Source: LIF-08. */
export function countedToggle(snapshot: LoadedSnapshot, toggle: SnapshotToggle): CountedToggle {
  const known = countedIn(snapshot).get(toggle.id);
  if (known !== undefined) return known;
  const counted = {
    id: toggle.id,
    values: new Set(toggle.values.map(valueMark)),
    rules: rulesIn(snapshot).get(toggle.id) ?? NO_RULES,
  };
  countedIn(snapshot).set(toggle.id, counted);
  return counted;
}

const NO_RULES: ReadonlySet<string> = new Set();

/** Made one by one: of ten thousand toggles a report names a few. */
const countedIn = memoize((_snapshot: LoadedSnapshot) => new Map<string, CountedToggle>());

const rulesIn = memoize(
  ({ source }: LoadedSnapshot): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      source.experiments.map(({ toggleId, rules }) => [
        toggleId,
        new Set(rules.flatMap(({ id = [] }) => id)),
      ]),
    ),
);
