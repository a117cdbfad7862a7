import type { Sql } from '../platform/database/database.ts';
import { requireFewTags } from './require-few-tags.ts';
import { countTagsOf } from './tag-repository.ts';

/** Counts the tags that the transaction has already written; a refusal rolls the write back. */
export async function requireRoomForTags(sql: Sql, applicationId: string): Promise<void> {
  requireFewTags(await countTagsOf(sql, applicationId));
}

/** The same where only one toggle was written: without tags, it adds none. */
export async function limitTags(
  sql: Sql,
  { appId, tags }: { readonly appId: string; readonly tags: readonly string[] },
): Promise<void> {
  if (tags.length > 0) await requireRoomForTags(sql, appId);
}
