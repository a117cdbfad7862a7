import { enforceRegexLimit } from '../conditions/enforce-regex-limit.ts';
import type { Sql } from '../platform/database/database.ts';
import type { StoredTargetGroup } from './target-group-noun.ts';

export function limitRegexes(sql: Sql, group: StoredTargetGroup, before?: StoredTargetGroup) {
  return enforceRegexLimit(sql, group.appId, {
    conditions: group.conditions.map((condition, index) => ({
      condition,
      at: ['conditions', index],
    })),
    before: before?.conditions ?? [],
  });
}
