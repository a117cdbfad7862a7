import { parseArgs } from 'node:util';
import { REGION_TAGS, type RegionTag } from '@comporta/contract/keys/environment-key-api';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/sql.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { openOwnDatabase } from './own-database.ts';

/** `all` resets an account to the regions of the service. */
const ALL = 'all';

export const ACCOUNT: Command = {
  summary: 'List the accounts, or change the plan or the regions of one',
  usage: `account list | set-plan EMAIL PLAN | set-regions EMAIL TAGS
  EMAIL               the e-mail of any user of the account
  PLAN                a name in PLANS, or ON_PREMISE; it applies from the next call on
  TAGS                regions of REGION_URLS, separated by commas, that the key page shows; or "${ALL}"

It works on the database itself, embedded or DATABASE_URL, whether or not the service runs.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [action = '', ...rest] = positionals;
    const wanted = { list: 0, 'set-plan': 2, 'set-regions': 2 }[action];
    if (wanted !== rest.length) {
      throw new CommandFailure(
        'account takes list, set-plan EMAIL PLAN or set-regions EMAIL TAGS',
        2,
      );
    }
    const settings = readSettings();
    const { openConnection } = await import('../platform/database/connection.ts');
    await using opened = new AsyncDisposableStack();
    const connection = await openConnection(await openOwnDatabase(settings, opened));
    opened.defer(connection.close);
    const [email = '', value = ''] = rest;
    if (action === 'list') await list(connection.sql);
    else if (action === 'set-plan') await setPlan(connection.sql, { email, plan: value, settings });
    else await setRegions(connection.sql, { email, tags: value, settings });
  },
};

async function list(sql: Sql): Promise<void> {
  const { listAccounts } = await import('../accounts/operator-repository.ts');
  for (const { name, plan, regions, admins, applications } of await listAccounts(sql)) {
    const line = [name, plan, regions?.join(',') ?? ALL, admins.join(','), applications];
    process.stdout.write(`${line.join('\t')}\n`);
  }
}

async function setPlan(
  sql: Sql,
  {
    email,
    plan,
    settings,
  }: { readonly email: string; readonly plan: string; readonly settings: Config },
): Promise<void> {
  if (!Object.hasOwn(settings.plans, plan)) {
    const names = Object.keys(settings.plans).join(', ');
    throw new CommandFailure(`there is no plan ${plan}, only: ${names}`, 2);
  }
  const { savePlan } = await import('../accounts/operator-repository.ts');
  told(await savePlan(sql, email, plan), email, `now has the plan ${plan}`);
}

async function setRegions(
  sql: Sql,
  {
    email,
    tags,
    settings,
  }: { readonly email: string; readonly tags: string; readonly settings: Config },
): Promise<void> {
  const set = Object.keys(settings.regionUrls);
  const regions = tags === ALL ? null : tags.split(',').map((tag) => regionOf(tag.trim(), set));
  const { saveRegions } = await import('../accounts/operator-repository.ts');
  told(await saveRegions(sql, email, regions), email, `now has the regions ${tags}`);
}

function regionOf(text: string, set: readonly string[]): RegionTag {
  const tag = REGION_TAGS.find((known) => known === text);
  if (tag !== undefined && set.includes(tag)) return tag;
  throw new CommandFailure(
    `REGION_URLS has no region ${text}, only: ${set.join(', ') || 'none'}`,
    2,
  );
}

function told(name: string | undefined, email: string, what: string): void {
  if (name === undefined) throw new CommandFailure(`no user has the e-mail ${email}`);
  process.stdout.write(`${name} ${what}.\n`);
}
