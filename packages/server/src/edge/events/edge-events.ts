import type { Log } from '../../platform/base/log.ts';
import { createTally } from '../../platform/base/tally.ts';
import { countOf, type Measure } from '../../platform/process/measure.ts';
import { type AskService, askServiceAt } from './ask-service.ts';
import { type Deliveries, openDeliveries } from './deliveries.ts';
import { type EdgeExposures, recordAtEdge } from './edge-exposures.ts';
import { countEvents } from './event-totals.ts';
import { openMemorySpool } from './memory-spool.ts';

/** What a node that keeps no events may hold of exposures that wait. */
const MEMORY_BYTES = 8 * 1024 * 1024;
const LAST_MS = 10_000;

interface EdgeEventOptions {
  readonly upstream: string;
  readonly keyOf: (keyHash: string) => string | undefined;
  readonly log: Log;
}

/** The events of an edge node: those of clients, and the exposures of its own evaluations. */
export interface EdgeEvents {
  readonly ask: AskService;
  readonly deliveries?: Deliveries;
  readonly exposures: EdgeExposures;
  readonly measures: readonly Measure[];
  close(): Promise<void>;
}

export function openEdgeEvents({ upstream, keyOf, log }: EdgeEventOptions): EdgeEvents {
  const ask = askServiceAt(upstream);
  const totals = countEvents();
  const spool = openMemorySpool(MEMORY_BYTES);
  const deliveries = openDeliveries({ spool, ask, totals, log });
  const dropped = createTally('environment');
  const exposures = recordAtEdge({ keyOf, keep: deliveries.keep, onDropped: dropped.add, log });
  return {
    ask,
    exposures,
    measures: [
      countOf(dropped, {
        name: 'comporta_exposures_dropped_total',
        help: 'Exposures that were not recorded, because too many waited or the service was unavailable.',
        labels: ['environment'],
      }),
    ],
    async close() {
      await exposures.close();
      await deliveries.finish(LAST_MS);
      await spool.close();
    },
  };
}
