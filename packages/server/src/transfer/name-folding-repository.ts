import { DOCUMENT_LISTS, type DocumentList } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import type { Entities } from './stored-entities.ts';

/** The same text for names that the database takes for one name. */
export type Alike = (name: string) => string;

/**
 * How the database compares the names of a document and of what is stored. It alone knows: its unique indexes are on
 * `lower(name)`, and what that does to `İ` depends on the locale it was made with. Source: FAIR-62.
 */
export async function readNamesAlike(
  sql: Sql,
  document: ApplicationDocument,
  stored: Entities,
): Promise<Alike> {
  const names = [...new Set([...namesIn(document), ...namesIn(stored)])];
  // PostgreSQL has no text with a NUL; such a name is refused later, with its place.
  const asked = names.map((name) => name.trim().replaceAll('\0', ''));
  const { rows } = await sql.execute<{ name: string }>(raw`
    select lower(name) as name from unnest(${raw.param(asked)}::text[]) with ordinality as n (name, nth)
    order by nth`);
  const lower = new Map(names.map((name, index) => [name, rows[index]?.name ?? name]));
  return (name) => lower.get(name) ?? name;
}

/** The names of all entities; experiments of a document have that of their toggle. */
function* namesIn(lists: ApplicationDocument | Entities): Generator<string> {
  for (const list of Object.keys(DOCUMENT_LISTS) as DocumentList[]) {
    for (const one of lists[list] ?? []) {
      if ('key' in one) yield one.key;
      else if ('name' in one) yield one.name;
      else if ('toggle' in one) yield one.toggle;
    }
  }
}
