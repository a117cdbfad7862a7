import { cancelQueryIn, type Sql } from '../../platform/database/database.ts';
import type { EventStore } from '../event-store.ts';
import { appendBatch } from './append-repository.ts';
import { addCounts, readCounts, readStored } from './counter-repository.ts';
import { eraseUnit } from './erase-repository.ts';
import { readCohortUnits, readMoments } from './moments-repository.ts';
import {
  countActiveUnits,
  readEverybody,
  readKeyTotals,
  readUnitTotals,
  readUsersOfKeys,
} from './raw/past-units-repository.ts';
import { readEventUsers, readProgress, touchUnitsOf } from './raw/progress-repository.ts';
import { readSegmentLevels } from './segments-repository.ts';

/** Keeps events in the service's own database. */
export function openPostgresEventStore(sql: Sql): EventStore {
  return {
    isAway: () => false,
    moving: async () => undefined,
    append: (batch, tooSlow) =>
      sql.transaction((inside) => {
        const cancel = () => void cancelQueryIn(inside).catch(() => {}); // Then nothing can be done about it.
        tooSlow?.addEventListener('abort', cancel);
        return appendBatch(inside, batch);
      }),
    moments: (phaseId, closedBefore) => readMoments(sql, phaseId, closedBefore),
    exposureCounts: (phaseId) => readCohortUnits(sql, phaseId),
    segmentLevels: (phaseId, segment) => readSegmentLevels(sql, phaseId, segment),
    count: (counted) => addCounts(sql, counted),
    counters: (environmentId, since, of) => readCounts(sql, environmentId, { since, of }),
    storedSince: (environmentIds, since) => readStored(sql, environmentIds, since),
    erase: eraseUnit,
    keyTotals: (environmentId, sample) => readKeyTotals(sql, environmentId, sample),
    everybody: (environmentId, sample) => readEverybody(sql, environmentId, sample),
    activeUnits: (environmentId, sample) => countActiveUnits(sql, environmentId, sample),
    unitTotals: (place, sample, metric) => readUnitTotals(sql, place, { sample, metric }),
    goalProgress: (of) => readProgress(sql, of),
    eventUsers: (of) => readEventUsers(sql, of),
    usersOfKeys: (applicationId, since, times) =>
      readUsersOfKeys(sql, applicationId, { since, times }),
    countAgain: (analysisId) => touchUnitsOf(sql, analysisId),
  };
}
