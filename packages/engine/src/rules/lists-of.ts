import { listNamed } from '../condition.ts';
import type { IdLists } from '../id-lists/id-lists.ts';
import type { Nodes } from '../rule.ts';
import type { Rule, RulePart } from '../snapshot.ts';
import { partsOf } from './parts-of.ts';

/** The ids of the lists that rules use, also through target groups; undefined when there are none. */
export function listsOf(
  rules: readonly Rule[],
  nodes: Pick<Nodes, 'targetGroup'>,
): ReadonlySet<string> | undefined {
  let ids: Set<string> | undefined;
  for (const rule of rules) {
    for (const part of partsOf(rule)) {
      for (const id of listsOfPart(part, nodes)) {
        ids ??= new Set();
        ids.add(id);
      }
    }
  }
  return ids;
}

function listsOfPart(part: RulePart, { targetGroup }: Pick<Nodes, 'targetGroup'>) {
  switch (part.type) {
    case 'PROPERTY':
      return listNamed(part.propertyRule);
    case 'TARGET_GROUP':
      return part.targetGroupRule.targetGroupsIds.flatMap((id) => targetGroup(id).lists);
    case 'TOGGLE_DEPENDENCY':
      return [];
  }
}

/** The first of these lists that is not loaded. */
export function missingAmong(
  ids: ReadonlySet<string> | undefined,
  lists: IdLists,
): string | undefined {
  if (ids === undefined) return undefined;
  for (const id of ids) if (lists.holderOf(id).ids === undefined) return id;
  return undefined;
}
