import type { StoredRule } from '@comporta/contract/experiments/rule';
import { sql as raw } from 'drizzle-orm';
import { experiments } from '../experiments.ts';

/** Whether the stored outcome belongs to the present version of the rules. */
export const IS_CURRENT = raw`(${experiments.outcome} ->> 'version')::int is not distinct from ${experiments.version}`;

/** Reads the rules only where the stored outcome is missing or belongs to an earlier version. */
export const OUTCOME_COLUMNS = {
  outcome: raw<
    typeof experiments.$inferSelect.outcome
  >`case when ${IS_CURRENT} then ${experiments.outcome} end`,
  rules: raw<
    readonly StoredRule[] | null
  >`case when not (${IS_CURRENT}) then ${experiments.rules} end`,
};
