import {
  exceedsRegexLimit,
  isRegex,
  type PlacedCondition,
  REGEX_MAX_INSTRUCTIONS,
  regexKey,
} from '@comporta/contract/conditions/regex-limit';
import type { Condition } from '@comporta/engine/snapshot';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import { readRegexConditions } from './regex-repository.ts';

interface Saved {
  /** What was written; a place only where the body has it. */
  readonly conditions: readonly (Pick<PlacedCondition, 'condition'> & Partial<PlacedCondition>)[];
  /** What stood there before: what adds no pattern is never refused. */
  readonly before: readonly Condition[];
}

/**
 * Refuses what was just written when the application's patterns are now too large together. To be
 * called in the transaction that wrote it.
 */
export async function enforceRegexLimit(
  sql: Sql,
  applicationId: string,
  { conditions, before }: Saved,
): Promise<void> {
  const known = new Set(before.filter(isRegex).map(regexKey));
  const added = conditions.find(
    ({ condition }) => isRegex(condition) && !known.has(regexKey(condition)),
  );
  if (added === undefined) return;
  if (exceedsRegexLimit(await readRegexConditions(sql, applicationId))) throw tooManyRegexes(added);
}

export function tooManyRegexes({ at }: Partial<Pick<PlacedCondition, 'at'>>): Rejection {
  return new Rejection('LIMIT_EXCEEDED', {
    field: 'regex',
    limit: REGEX_MAX_INSTRUCTIONS,
    ...(at && { at: [...at, 'term'] }),
  });
}
