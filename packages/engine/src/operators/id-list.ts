import { isListed } from '../id-lists/id-list.ts';
import type { IdLists } from '../id-lists/id-lists.ts';
import type { PropertyType } from '../vocabulary.ts';
import type { Check } from './operator.ts';

/** The check of IN_LIST, whose term is the id of a list; undefined when saving would have refused it. Source: LIF-40. */
export function checkListed(
  type: PropertyType,
  term: string,
  lists: IdLists,
): Check<unknown> | undefined {
  if (type !== 'STRING') return undefined;
  const held = lists.holderOf(term);
  // A STRING property reads texts.
  return (value) => held.ids !== undefined && isListed(held.ids, value as string);
}
