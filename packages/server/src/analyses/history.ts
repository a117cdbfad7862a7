import type { MetricValue } from '@comporta/contract/metrics/metric';
import { isAdjustedByDefault } from '@comporta/stats/level';
import type { EnvironmentIds, Sample } from '../event-store/raw-events.ts';
import type { Looking } from './results/look-at-phase.ts';
import { readUnitSample } from './unit-sample-repository.ts';

/** What an environment's past events say about a metric, before the analysis starts. */
export interface MetricHistory {
  readonly isAdjusted: boolean;
  /** The most that a user's total counts; undefined without a cap, or without events for a percentile. */
  readonly capAt: number | undefined;
}

/** Reads the history of metrics one by one; the users are counted once for all of them. Source: RES-18, RES-52. */
export function openHistory({ sql, store }: Looking, place: EnvironmentIds, mostRead?: number) {
  let opened: Promise<OpenedHistory> | undefined;
  async function open(): Promise<OpenedHistory> {
    const sample = await readUnitSample(sql, place.envId, mostRead);
    return { sample, everybody: await store.activeUnits(place.envId, sample) };
  }
  return async (metric: MetricValue): Promise<MetricHistory> => {
    opened ??= open();
    const { sample, everybody } = await opened;
    const { cap, kind, lookbackDays } = metric;
    const asked = { ...sample, days: Math.max(lookbackDays, 1) };
    const found = await store.unitTotals(place, asked, metric);
    const share = found.units / Math.max(1, everybody);
    const measured = cap.type === 'ABSOLUTE' ? cap.value : found.cap;
    return {
      isAdjusted: lookbackDays > 0 && isAdjustedByDefault(kind, share),
      capAt: cap.type === 'NONE' ? undefined : measured,
    };
  };
}

interface OpenedHistory {
  readonly sample: Sample;
  /** The number of units in the sample. */
  readonly everybody: number;
}
