import { randomUUID } from 'node:crypto';
import { bytesOfIds } from '@comporta/client-core/lists/list-records';
import { PARTS } from '@comporta/engine/id-lists/list-part';
import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import { idListOf } from '@comporta/engine/testing/id-list-of';
import pg from 'pg';

/** A list in the database, whose ids a test changes as an upload does: in one transaction, and all nodes are told. */
export interface StoredTestList {
  readonly id: string;
  replace(ids: readonly string[]): Promise<void>;
}

export async function storeList(
  databaseUrl: string,
  applicationId: string,
  ids: readonly string[],
): Promise<StoredTestList> {
  const id = randomUUID();
  await withDatabase(databaseUrl, (sql) =>
    sql.query(
      `insert into id_lists (id, application_id, name, description, saved_by) values ($1::uuid, $2, $1::text, '', 'a test')`,
      [id, applicationId],
    ),
  );
  const list = { id, replace: (next: readonly string[]) => replace(databaseUrl, id, next) };
  await list.replace(ids);
  return list;
}

function replace(databaseUrl: string, id: string, ids: readonly string[]): Promise<void> {
  return withDatabase(databaseUrl, async (sql) => {
    await sql.query('begin');
    const { rows } = await sql.query<{ version: string; key: Buffer; app: string }>(
      `update id_lists l set content_version = content_version + 1, count = $2 from applications a
       where l.id = $1 and a.id = l.application_id
       returning content_version as version, list_key as key, a.id as app`,
      [id, ids.length],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('no such list');
    const list = idListOf(listKeyOf(row.key), ids);
    for (let part = 0; part < PARTS; part++) {
      const bytes = Buffer.from(bytesOfIds(list.parts[part] ?? new Uint32Array(0)));
      await sql.query(
        `insert into id_list_parts as stored (list_id, part, version, ids) select $1::uuid, $2::smallint, $3::bigint, $4::bytea
         where length($4::bytea) > 0 or exists (select from id_list_parts where list_id = $1::uuid and part = $2::smallint)
         on conflict (list_id, part) do update set version = excluded.version, ids = excluded.ids
         where stored.ids <> excluded.ids`,
        [id, part, row.version, bytes],
      );
    }
    await sql.query(`select pg_notify('comporta_changes', $1)`, [row.app]);
    await sql.query('commit');
  });
}

async function withDatabase(url: string, work: (sql: pg.Client) => Promise<unknown>) {
  const sql = new pg.Client({ connectionString: url });
  await sql.connect();
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
