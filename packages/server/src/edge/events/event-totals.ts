/** Why events that waited are not sent any more. */
export const DROP_REASONS = ['TOO_OLD', 'KEY_REFUSED', 'NOT_ACCEPTED', 'DAMAGED'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Further codes are counted together: the number of series of a metric must stay bounded. */
const MOST_CODES = 100;

/** Counts of events since the start of the process. */
export interface EventTotals {
  /** Events that waited here and were sent to the service. */
  forwarded: number;
  /** Events that had to wait here. */
  spooled: number;
  readonly dropped: ReadonlyMap<string, number>;
  /** By code: events that waited here, and that the service refused. */
  readonly refused: ReadonlyMap<string, number>;
  drop(reason: DropReason, events: number): void;
  refuse(code: string): void;
}

export function countEvents(): EventTotals {
  const dropped = new Map<string, number>(DROP_REASONS.map((reason) => [reason, 0]));
  const refused = new Map<string, number>();
  const add = (counts: Map<string, number>, what: string, count: number) =>
    counts.set(what, (counts.get(what) ?? 0) + count);
  return {
    forwarded: 0,
    spooled: 0,
    dropped,
    refused,
    drop: (reason, events) => add(dropped, reason, events),
    refuse(code) {
      const isKnown = refused.has(code) || refused.size < MOST_CODES;
      add(refused, isKnown ? code : 'other', 1);
    },
  };
}
