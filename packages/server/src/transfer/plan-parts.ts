import { isDeepStrictEqual } from 'node:util';
import { LISTED_NOUNS } from '@comporta/contract/nouns/document-lists';
import { nameIn, type Stored } from '../platform/nouns/noun.ts';
import type { DocumentPart, Uses } from './document-part.ts';
import { about, type Planning } from './import-plan.ts';
import type { NamedThings } from './stored-entities.ts';
import { requireUnusedBy } from './uses.ts';

/**
 * Plans the creations and edits of one list. Answers all of its entities after the import, including those that will be
 * deleted.
 */
export function planPart(
  { writer, stored, words, ids, alike, plan }: Planning,
  { list, noun, naming, remark }: DocumentPart,
  {
    wanted = [],
    things,
  }: { readonly wanted?: readonly object[] | undefined; readonly things: NamedThings },
): Stored[] {
  const { named } = noun;
  const { type } = LISTED_NOUNS[list];
  const where = naming?.where(writer, things) ?? writer;
  const draftOf = (document: object) => naming?.draftOf(document, ids) ?? document;
  const documentOf = (row: Stored) => naming?.documentOf(row, words) ?? noun.valueOf(row);
  const idsOfList = list in ids ? ids[list as keyof typeof ids] : undefined;
  const written: Stored[] = plan.written[list];
  const known = new Map(
    stored[list].map((row): [string, Stored] => [alike(nameIn(row, named)), row]),
  );
  for (const document of wanted) {
    const name = nameIn(document, named);
    const before = known.get(alike(name));
    if (before !== undefined) idsOfList?.set(name, before.id); // Written in another case, it is the same entity.
    if (before !== undefined && isDeepStrictEqual(documentOf(before), document)) continue;
    const what = { action: before === undefined ? 'CREATE' : 'UPDATE', type, name } as const;
    const draft = draftOf(document);
    const after = about(what, () =>
      before === undefined ? noun.create(where, draft) : noun.edit(where, before, draft),
    );
    if (after === before) continue;
    plan.changes.push({ ...what, ...(before === undefined && remark && { remark }) });
    plan.records.push(() =>
      before === undefined ? noun.created(after, where) : noun.edited(before, after, where),
    );
    written.push(after);
    idsOfList?.set(name, after.id);
    known.set(alike(name), after);
  }
  return [...known.values()];
}

/** Plans to delete the entities of one list that are not in the document, each after those that use it. */
export function planDeletions(
  { writer, stored, alike, plan }: Planning,
  { list, noun, naming, usesOf }: DocumentPart,
  {
    wanted,
    things,
    uses,
  }: { readonly wanted: readonly object[]; readonly things: NamedThings; readonly uses: Uses },
): void {
  const { named } = noun;
  const { type } = LISTED_NOUNS[list];
  const where = naming?.where(writer, things) ?? writer;
  const kept = new Set(wanted.map((document) => alike(nameIn(document, named))));
  for (const row of stored[list] as readonly Stored[]) {
    const name = nameIn(row, named);
    if (kept.has(alike(name))) continue;
    const what = { action: 'DELETE', type, name } as const;
    for (const [code, users] of usesOf?.(row.id, uses) ?? []) requireUnusedBy(what, code, users);
    plan.changes.push(what);
    plan.records.push(() => noun.deleted(row, where));
    plan.removed[list].push(row.id);
  }
}
