import type { Change } from '@comporta/contract/nouns/change';
import { namingMissing } from '../platform/changes/names-of-deleted.ts';
import type { Write } from '../platform/http/write.ts';
import { type Kept, restoreOne } from '../platform/nouns/verbs.ts';
import { limitRegexes } from './limit-regexes.ts';
import { TARGET_GROUPS } from './target-group-noun.ts';
import { goneOf, withProperties } from './with-properties.ts';

export async function restoreTargetGroup(call: Write<'application'>, kept: Kept): Promise<Change> {
  const write = await withProperties(call);
  const gone = goneOf(TARGET_GROUPS.rows.kept(kept.body), write);
  return namingMissing(call, gone, () =>
    restoreOne(TARGET_GROUPS, write, { ...kept, also: limitRegexes }),
  );
}
