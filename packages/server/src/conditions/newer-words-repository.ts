import {
  NEWER_WORDS,
  NEWER_WORDS_SINCE,
  newerWords,
  type Worded,
} from '@comporta/contract/conditions/newer-words';
import { sql as raw } from 'drizzle-orm';
import type { Examined } from '../platform/database/examine-database.ts';
import type { Sql } from '../platform/database/sql.ts';

/** Not only words are texts of rows, such as the names of rules, so that what is read is looked at again. */
const QUOTED_WORD = `"(${NEWER_WORDS.join('|')})"`;

type Row = { readonly [Part in keyof Worded]-?: NonNullable<Worded[Part]> | null } & {
  readonly thing: string;
};

/** What nodes of the release before answer 500 for in lists. Source: RUL-57. */
export async function examineNewerWords(connection: Sql): Promise<Examined[]> {
  const { rows } = await connection.execute<Row>(raw`
    select * from (
      select 'experiment of the toggle "' || t.name || '": application "' || a.name || '", environment "' || e.name || '"'
        as thing, x.rules, null as conditions, null as type
      from experiments x join toggles t on t.id = x.toggle_id join environments e on e.id = x.environment_id
      join applications a on a.id = x.application_id where x.rules::text ~ ${QUOTED_WORD}
      union all
      select 'target group "' || g.name || '": application "' || a.name || '"', null, g.conditions, null
      from target_groups g join applications a on a.id = g.application_id where g.conditions::text ~ ${QUOTED_WORD}
      union all
      select 'property "' || p.key || '": application "' || a.name || '"', null, null, p.type
      from properties p join applications a on a.id = p.application_id where p.type = any(${raw.param([...NEWER_WORDS])}::text[])
    ) as things order by thing`);
  return rows.flatMap(({ thing, rules, conditions, type }) => {
    const words = newerWords({
      rules: rules ?? [],
      conditions: conditions ?? [],
      type: type ?? undefined,
    });
    if (words.length === 0) return [];
    return [
      { what: `${thing}: not shown by releases before ${NEWER_WORDS_SINCE} (${words.join(', ')})` },
    ];
  });
}
