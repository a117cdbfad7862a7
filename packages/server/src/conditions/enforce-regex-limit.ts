import {
  exceedsRegexLimit,
  isRegex,
  type PlacedCondition,
  REGEX_MAX_INSTRUCTIONS,
  regexKey,
} from '@comporta/contract/conditions/regex-limit';
import type { Condition } from '@comporta/engine/snapshot';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { readRegexConditions } from './regex-repository.ts';

interface Saved {
  /** The written conditions, with their place if they were in the request body. */
  readonly conditions: readonly (Pick<PlacedCondition, 'condition'> & Partial<PlacedCondition>)[];
  /** The conditions before the write: a write that adds no pattern is never refused. */
  readonly before: readonly Condition[];
}

/**
 * Rejects with LIMIT_EXCEEDED when the patterns of the application are too large in total. Call it after the write,
 * in the same transaction.
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
