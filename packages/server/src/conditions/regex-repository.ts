import type { Condition } from '@comporta/engine/snapshot';
import { eq, sql as raw } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Sql } from '../platform/database/database.ts';
import { experiments } from '../tables/experiments.ts';
import { targetGroups } from '../tables/target-groups.ts';

/** Every condition with a pattern of the application's target groups and rules. */
export async function readRegexConditions(sql: Sql, applicationId: string): Promise<Condition[]> {
  const ofGroups = sql
    .select({
      condition: raw<Condition>`jsonb_path_query(${targetGroups.conditions}, '$[*] ? (@.expression == "REGEX" || @.expression == "NOT_REGEX")')`,
    })
    .from(targetGroups)
    .where(eq(targetGroups.applicationId, applicationId));
  const ofRules = sql
    .select({
      condition: raw<Condition>`jsonb_path_query(${experiments.rules}, '$[*].propertyRule ? (@.expression == "REGEX" || @.expression == "NOT_REGEX")')`,
    })
    .from(experiments)
    .where(eq(experiments.applicationId, applicationId));
  const ofCombinedRules = sql
    .select({
      condition: raw<Condition>`jsonb_path_query(${experiments.rules},
        '$[*].combinedRule.conditions[*].propertyRule ? (@.expression == "REGEX")')`,
    })
    .from(experiments)
    .where(eq(experiments.applicationId, applicationId));
  const rows = await unionAll(ofGroups, ofRules, ofCombinedRules);
  return rows.map(({ condition }) => condition);
}
