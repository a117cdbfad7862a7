import type { Units } from '@comporta/client-core/events/event';
import type { Context } from '@comporta/engine/context';
import { unitOf } from '@comporta/engine/property';
import type { Snapshot } from '@comporta/engine/snapshot';

/** Found once for each snapshot, because each tracked event needs them. */
const found = new WeakMap<Snapshot, readonly string[]>();

/** The keys of the properties by which measured rules split. Source: RUL-36. */
function measuredKeys(snapshot: Snapshot): readonly string[] {
  const known = found.get(snapshot);
  if (known !== undefined) return known;
  const keys = new Map(snapshot.properties.map(({ id, key }) => [id, key]));
  const ofRules = snapshot.experiments
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap(({ rules }) => rules)
    .flatMap(({ phase, valueSpec }) =>
      phase !== undefined && valueSpec.type === 'SPLIT_BY' ? (keys.get(valueSpec.by) ?? []) : [],
    );
  const made = [...new Set(ofRules)];
  found.set(snapshot, made);
  return made;
}

/** What a tracked event must name beside the uid: the values of these properties in the context. */
export function measuredUnits(snapshot: Snapshot | undefined, context: Context): Units {
  if (snapshot === undefined) return {};
  return Object.fromEntries(
    measuredKeys(snapshot).flatMap((key) => {
      const value = unitOf(context, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
