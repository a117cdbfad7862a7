import { execute } from '@comporta/server/testing/test-cluster';
import type { Application } from '../company.ts';

/** Of 12 toggles, those that were made this week stay new. */
const NEW = 'abs(hashtext(id::text)) % 12 = 0';

/**
 * Makes an application look as if programs had used it for months: some toggles are used, some are no more, some have returned one
 * value for long, are permanent or overdue; of those that pages get, nobody can tell which a kiosk uses. Nobody asks the other
 * applications.
 */
export async function addUses({ id, environments }: Application, url: string): Promise<void> {
  const production = environments.at(-1)?.id;
  const old = `application_id = '${id}' and not (${NEW})`;
  const chosen = `abs(hashtext('used' || toggle_id::text)) % 10`;
  for (const statement of [
    `update environments set created_at = now() - interval '200 days' where application_id = '${id}'`,
    `update usage_state set counting_since = now() - interval '40 days'`,
    `update toggles set created_at = now() - interval '90 days' where ${old}`,
    `update toggle_versions set saved_at = saved_at - interval '90 days' where application_id = '${id}'`,
    `update experiments set saved_at = now() - interval '45 days' where application_id = '${id}'
      and abs(hashtext(id::text)) % 4 > 0`,
    `update toggles set lifetime = 'PERMANENT' where ${old} and abs(hashtext(name)) % 25 = 0`,
    `update toggles set remove_by = (now() - interval '9 days')::date
      where ${old} and lifetime = 'TEMPORARY' and abs(hashtext(name)) % 29 = 1`,
    `update toggles set available_to_clients = false where ${old} and abs(hashtext(name)) % 8 > 0`,
    `insert into usage_clients (environment_id, trusted, service, sdk, version, asked_at, silent_at)
      values ('${production}', true, 'checkout', 'comporta-sdk', '0.3.0', now(), null),
        ('${production}', false, '', 'Mozilla', '', now(), null),
        ('${production}', false, '', 'kiosk', '2.1', now(), now())`,
    `insert into toggle_clients (environment_id, toggle_id, client_id, last_use_at)
      select '${production}', toggle_id, client_id,
        now() - case when ${chosen} < 6 then interval '3 minutes' else interval '25 days' end
      from (select t.id as toggle_id, c.id as client_id from toggles t
        join usage_clients c on c.environment_id = '${production}' and c.trusted
        where t.application_id = '${id}') as pairs
      where ${chosen} < 8`,
    `insert into toggle_uses (environment_id, day, toggle_id, value, n)
      select environment_id, day::date, toggle_id, t.default_value, 200 + abs(hashtext(toggle_id || day::text)) % 9000
      from toggle_clients
      join toggles t on t.id = toggle_id
      cross join generate_series(now() - interval '39 days', last_use_at, interval '1 day') as day
      where environment_id = '${production}'`,
    `insert into environment_status (environment_id, last_seen_at) values ('${production}', now())
      on conflict (environment_id) do update set last_seen_at = now()`,
    `insert into unknown_toggles (environment_id, name, by_client_key, first_at, last_at, n)
      values ('${production}', 'checkout.old-basket', false, now() - interval '12 days', now() - interval '2 hours', 4210)`,
  ]) {
    await execute(url, statement);
  }
}
