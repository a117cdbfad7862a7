import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { createOne, deleteOne, editOne } from '../platform/nouns/verbs.ts';
import { experimentsUsing } from './group-use-repository.ts';
import { limitRegexes } from './limit-regexes.ts';
import { type StoredTargetGroup, TARGET_GROUPS } from './target-group-noun.ts';
import type { Properties } from './with-properties.ts';

type One = { readonly params: { readonly id: string } };

export function createTargetGroup(call: Write<'application', TargetGroupDraft> & Properties) {
  return createOne(TARGET_GROUPS, call, { also: limitRegexes });
}

export function editTargetGroup(call: Write<'application', TargetGroupDraft> & Properties & One) {
  return editOne(TARGET_GROUPS, call, { also: limitRegexes });
}

export function deleteTargetGroup(call: Write<'application'> & Properties & One) {
  return deleteOne(TARGET_GROUPS, call, requireUnused);
}

async function requireUnused(sql: Sql, { id }: StoredTargetGroup): Promise<void> {
  const items = await experimentsUsing(sql, id);
  if (items.length > 0) throw new Rejection('TARGET_GROUP_USED_IN_EXPERIMENT', { items });
}
