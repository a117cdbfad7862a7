import type { RequestEnvironment } from '../requests.ts';

/** The freezes for whose end a step waits. */
export interface Frozen {
  /** When the first begins; null when it holds already. */
  readonly from: Date | null;
  /** When the last ends that is known. */
  readonly until: Date;
}

/**
 * What a step waits for that is due at this moment and asks something of these environments: freezes of today, and those
 * that are known to begin before it, one after the other. Undefined when it falls into none. Source: SAF-29.
 */
export function frozenAt(
  due: Date,
  environments: readonly Pick<RequestEnvironment, 'freeze' | 'freezes'>[],
): Frozen | undefined {
  const now = environments.flatMap(({ freeze }) => freeze?.until ?? []).map((end) => new Date(end));
  const holds = now.filter((end) => due < end);
  const known = environments
    .flatMap(({ freezes }) => freezes)
    .map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }));
  const first = known.find(({ from, until }) => from <= due && due < until);
  if (first === undefined && holds.length === 0) return undefined;
  let until = latest(holds) ?? due;
  for (;;) {
    const at = until;
    const later = latest(known.filter((one) => one.from <= at && at < one.until).map(untilOf));
    if (later === undefined) break;
    until = later;
  }
  return { from: holds.length > 0 || first === undefined ? null : first.from, until };
}

function untilOf({ until }: { readonly until: Date }): Date {
  return until;
}

function latest(moments: readonly Date[]): Date | undefined {
  return moments.toSorted((one, other) => other.getTime() - one.getTime())[0];
}
