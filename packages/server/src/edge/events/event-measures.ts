import type { Tally } from '../../platform/base/tally.ts';
import { countOf, type Measure } from '../../process/measure.ts';
import type { EventSpool } from './event-spool.ts';
import type { EventTotals } from './event-totals.ts';

interface Measured {
  readonly totals: EventTotals;
  readonly dropped: Tally<'environment'>;
  readonly spool: () => EventSpool;
}

/** The metrics of the events of an edge node. docs/operating.md explains them. */
export function eventMeasures({ totals, dropped, spool }: Measured): Measure[] {
  return [
    countOf(dropped, {
      name: 'comporta_exposures_dropped_total',
      help: 'Exposures that were not recorded, because too many waited.',
      labels: ['environment'],
    }),
    {
      type: 'counter',
      name: 'comporta_edge_events_forwarded_total',
      help: 'Events that waited here and were sent to the service.',
      read: () => [{ value: totals.forwarded }],
    },
    {
      type: 'counter',
      name: 'comporta_edge_events_spooled_total',
      help: 'Events that this node kept for the service: those of clients that it did not take at once, and exposures.',
      read: () => [{ value: totals.spooled }],
    },
    {
      type: 'counter',
      name: 'comporta_edge_events_refused_total',
      help: 'Events that waited here and that the service refused, by code.',
      labels: ['code'],
      read: () => labelled('code', totals.refused),
    },
    {
      type: 'counter',
      name: 'comporta_edge_events_dropped_total',
      help: 'Events that waited here and are not sent any more, by reason.',
      labels: ['reason'],
      read: () => labelled('reason', totals.dropped),
    },
    {
      type: 'gauge',
      name: 'comporta_edge_spool_bytes',
      help: 'How much room events take that wait here.',
      read: () => [{ value: spool().bytes() }],
    },
    {
      type: 'gauge',
      name: 'comporta_edge_spool_oldest_seconds',
      help: 'How long the oldest event has waited here; 0 where none waits.',
      read: () => [{ value: oldestSeconds(spool()) }],
    },
  ];
}

function labelled(label: string, counts: ReadonlyMap<string, number>) {
  return [...counts].map(([what, value]) => ({ labels: { [label]: what }, value }));
}

function oldestSeconds(spool: EventSpool): number {
  const oldest = [...spool.environments()].flatMap((id) => spool.waiting(id)?.oldestAt ?? []);
  const ages = oldest.map((at) => (Date.now() - at.getTime()) / 1_000);
  return ages.reduce((most, age) => Math.max(most, age), 0);
}
