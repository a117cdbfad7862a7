import { parseArgs } from 'node:util';
import type { EventIngest } from '../../event-store/ingest/event-ingest.ts';
import type { Imported } from '../../event-store/ingest/import-events.ts';
import type { AskedToErase } from '../../events/erase-user.ts';
import type { OperatedEnvironment } from '../../events/operator-repository.ts';
import { createLog } from '../../platform/base/log.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/database/sql.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../command-failure.ts';
import { openOwnDatabase } from '../own-database.ts';
import { readEventFile } from './event-file.ts';

const DAY_MS = 24 * 60 * 60_000;
const OPTIONS = {
  app: { type: 'string' },
  env: { type: 'string' },
  'dry-run': { type: 'boolean' },
  uid: { type: 'string' },
  property: { type: 'string' },
  value: { type: 'string' },
} as const;

export const EVENTS: Command = {
  summary:
    'Import events from a file, erase the events of a user, or move all events to ClickHouse',
  usage: `events import FILE --app NAME --env NAME [--dry-run]
       comporta events erase --uid UID --app NAME --env NAME
       comporta events erase --property KEY --value V --app NAME --env NAME
       comporta events move
  FILE                .csv with the columns uid,key,at,value,id or uid,toggle,value,at, or .ndjson with one
                      such object per line; events older than EVENTS_KEPT_DAYS are refused; the columns
                      units.KEY have the values of properties by which splits are measured
  --app NAME          the application; its id if several companies have one with that name
  --env NAME          the environment
  --dry-run           only print what would be refused
  --uid UID           the user
  --property KEY      a property by which splits are measured
  --value V           its value, such as the name of a company

A row without an id is identified by all of its fields: a file that is imported twice counts once.
The command works on the database itself, whether or not the service runs; the service counts the events.
move takes all events to the ClickHouse of EVENTS_URL, which every node must have been started with: from then on a node
without it answers events 503. The service runs on; results wait until it is done. It may be stopped and repeated at any
time, and goes on where it was. There is no way back.`,
  async run(args, readSettings) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [action = '', ...rest] = positionals;
    const { uid, property, value } = values;
    const isOne = (property === undefined) === (value === undefined);
    const namesUnit = isOne && (uid === undefined) !== (property === undefined);
    const namesNobody = [uid, property, value].every((one) => one === undefined);
    const isImport = action === 'import' && rest.length === 1 && namesNobody;
    const isErase = action === 'erase' && rest.length === 0 && namesUnit;
    const { app, env } = values;
    if (action === 'move' && rest.length === 0 && Object.keys(values).length === 0) {
      const { moveToClickHouse } = await import('./move-command.ts');
      await moveToClickHouse(readSettings());
      return;
    }
    if (!(isImport || isErase) || app === undefined || env === undefined) {
      throw new CommandFailure(
        'events takes import FILE --app NAME --env NAME or erase --uid UID --app NAME --env NAME, or --property KEY --value V in place of --uid, or move',
        2,
      );
    }
    const settings = readSettings();
    await using opened = new AsyncDisposableStack();
    const sql = await openSql(settings, opened);
    const environment = await findEnvironment(sql, { application: app, environment: env });
    const asked = { uid: '', property: '', value: '', ...values };
    if (isErase) await erase(await openIngest(sql, settings, opened), sql, { environment, asked });
    else {
      const rows = readEventFile(rest[0] ?? '');
      const isDry = values['dry-run'] === true;
      const imported = await importRows(sql, { environment, rows, settings, isDry });
      process.stdout.write(describe(imported, isDry));
      if (imported.rows > 0 && imported.taken + imported.duplicates === 0) process.exitCode = 1;
    }
  },
};

async function openSql(settings: Config, opened: AsyncDisposableStack): Promise<Sql> {
  const { openDatabase } = await import('../../platform/database/database.ts');
  const database = openDatabase(await openOwnDatabase(settings, opened), () => {});
  opened.defer(() => database.close());
  return database.sql;
}

async function findEnvironment(
  sql: Sql,
  named: { readonly application: string; readonly environment: string },
): Promise<OperatedEnvironment> {
  const { findEnvironments } = await import('../../events/operator-repository.ts');
  const [found, ...others] = await findEnvironments(sql, named);
  if (found === undefined) {
    throw new CommandFailure(
      `no application ${named.application} has an environment ${named.environment}`,
    );
  }
  if (others.length === 0) return found;
  const which = [found, ...others].map((one) => `${one.applicationId} (${one.companyName})`);
  throw new CommandFailure(
    `several applications have this name; use an id: ${which.join(', ')}`,
    2,
  );
}

interface Importing {
  readonly environment: OperatedEnvironment;
  readonly rows: ReturnType<typeof readEventFile>;
  readonly settings: Config;
  readonly isDry: boolean;
}

async function importRows(
  sql: Sql,
  { environment, rows, settings, isDry }: Importing,
): Promise<Imported> {
  const { importEvents, judging, storing } = await import(
    '../../event-store/ingest/import-events.ts'
  );
  const { readToggleIds } = await import('../../events/operator-repository.ts');
  const { id: environmentId, applicationId, revision } = environment;
  const toggleIds = await readToggleIds(sql, applicationId);
  const toggleId = (name: string) => toggleIds.get(name);
  // Alone in its process, it waits for nobody.
  const lane = { companyId: '', environmentId, isClient: false };
  const sender = {
    environmentId,
    applicationId,
    revision,
    isTrusted: true,
    isImport: true,
    lane,
    toggleId,
  };
  const oldestMs = settings.eventsKeptDays * DAY_MS;
  if (isDry) return importEvents(rows, environmentId, await judging(sql, sender, oldestMs));
  await using opened = new AsyncDisposableStack();
  const ingest = await openIngest(sql, settings, opened);
  try {
    return await importEvents(rows, environmentId, storing(ingest, sender, oldestMs));
  } finally {
    await ingest.close();
  }
}

async function openIngest(sql: Sql, settings: Config, opened: AsyncDisposableStack) {
  const { openEventIngest } = await import('../../event-store/ingest/event-ingest.ts');
  const { openOtherStore } = await import('../../event-store/open-other-store.ts');
  const { openPostgresEventStore } = await import(
    '../../event-store/postgres/postgres-event-store.ts'
  );
  const log = createLog('silent');
  const other = await openOtherStore({ config: settings, sql, log });
  opened.defer(() => other?.close());
  const store = other?.on(sql) ?? openPostgresEventStore(sql);
  const nobody = () => {};
  return openEventIngest({
    sql,
    store,
    gathering: other?.gathering,
    log,
    onStored: nobody,
    onDropped: nobody,
  });
}

async function erase(
  ingest: EventIngest,
  sql: Sql,
  {
    environment,
    asked,
  }: { readonly environment: OperatedEnvironment; readonly asked: AskedToErase },
): Promise<void> {
  const { eraseAsOperator } = await import('../../events/erase-user.ts');
  try {
    const count = await eraseAsOperator(sql, { environment, asked }, ingest.erase);
    if (count === undefined) throw new CommandFailure('the application was deleted meanwhile');
    // The uid is not printed: this output may be stored, too.
    process.stdout.write(`${count} ${count === 1 ? 'record' : 'records'} erased.\n`);
  } finally {
    await ingest.close();
  }
}

function describe({ rows, taken, duplicates, refused }: Imported, isDry: boolean): string {
  const refusals = [...refused].map(([code, { count, lines }]) => {
    const more = count > lines.length ? ', …' : '';
    return `${code} ${count}: ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
  });
  const count = rows - taken - duplicates;
  const verdict = isDry
    ? `${rows} rows: ${taken} would be imported unless they are duplicates, ${count} refused; nothing was changed.`
    : `${rows} rows: ${taken} imported, ${duplicates} duplicates, ${count} refused.`;
  return `${[...refusals, verdict].join('\n')}\n`;
}
