import type { Sql } from '../platform/database/database.ts';
import { keepReplaced } from '../platform/database/kept-versions.ts';
import { batchesOf, idsOf, writeRows } from '../platform/database/write-rows.ts';
import { experiments } from '../tables/experiments.ts';
import { experimentRow, type StoredExperiment, VERSIONS } from './experiment-repository.ts';
import { writeUsages } from './usage-repository.ts';

/** Inserts or updates many experiments, and stores what they use. */
export async function writeExperiments(sql: Sql, many: readonly StoredExperiment[]): Promise<void> {
  for (const batch of batchesOf(many)) {
    await keepReplaced(sql, VERSIONS, idsOf(batch));
    await writeRows(sql, experiments, batch.map(experimentRow));
    await writeUsages(sql, batch);
  }
}
