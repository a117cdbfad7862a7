import type { Sql } from '../platform/database/database.ts';
import { requireFewTags } from './require-few-tags.ts';
import { countTagsOf } from './tag-repository.ts';

/** Counts the tags that the transaction has already written; a refusal rolls the write back. */
export async function requireRoomForTags(sql: Sql, applicationId: string): Promise<void> {
  requireFewTags(await countTagsOf(sql, applicationId));
}
