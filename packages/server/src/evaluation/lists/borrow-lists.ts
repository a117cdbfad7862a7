import type { ExperimentDraft } from '@comporta/contract/experiments/experiment';
import { listNamed } from '@comporta/engine/condition';
import type { Snapshot } from '@comporta/engine/snapshot';
import { usesList } from '@comporta/engine/vocabulary';
import type { Sql } from '../../platform/database/database.ts';
import { readListHeads } from '../../snapshot/lists/list-repository.ts';
import type { Snapshots } from '../../snapshot/snapshots.ts';

/** The terms of a draft, and of all target groups, that may be ids of lists. */
export function listsIn(
  { rules }: Pick<ExperimentDraft, 'rules'>,
  { targetGroups }: Pick<Snapshot, 'targetGroups'>,
): readonly string[] {
  const ofGroups = targetGroups.flatMap(({ conditions }) => conditions.flatMap(listNamed));
  const ofRules = rules.flatMap(({ propertyRule, combinedRule }) =>
    [propertyRule, ...(combinedRule?.conditions ?? []).map((part) => part.propertyRule)].flatMap(
      (condition) => (condition && usesList(condition.expression) ? [condition.term.trim()] : []),
    ),
  );
  return [...ofRules, ...ofGroups];
}

const NONE: ReadonlySet<string> = new Set();
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Borrowing {
  readonly application: { readonly id: string };
  readonly named: readonly string[];
}

/**
 * Loads lists that no saved rule of the environment may use yet, for as long as a draft is evaluated. Those of other
 * applications are left out: a draft may name any.
 */
export async function borrowLists(
  sql: Sql,
  { lists, reachList }: Pick<Snapshots, 'lists' | 'reachList'>,
  { application, named }: Borrowing,
) {
  const ids = named.filter((id) => ID.test(id));
  const known = ids.length === 0 ? [] : await readListHeads(sql, ids, application.id);
  const borrower = {};
  lists.need(borrower, new Set(known.map(({ id }) => id)));
  for (const { id } of known) if (lists.get(id) === undefined) await reachList(id);
  return { known, giveBack: () => void lists.need(borrower, NONE) };
}
