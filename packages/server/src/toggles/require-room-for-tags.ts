import type { Sql } from '../platform/database/database.ts';
import { requireFewTags } from './require-few-tags.ts';
import { countTagsOf } from './tag-repository.ts';

/** Looks at what is already written: the refusal undoes the write. */
export async function requireRoomForTags(sql: Sql, applicationId: string): Promise<void> {
  requireFewTags(await countTagsOf(sql, applicationId));
}
