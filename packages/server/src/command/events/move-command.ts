import type { Step } from '../../event-store/clickhouse/move/move-events.ts';
import { createLog } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Config } from '../../platform/config/config.ts';
import { WRONG_CONFIGURATION } from '../../process/start-failure.ts';
import { CommandFailure } from '../command-failure.ts';
import { openOwnDatabase } from '../own-database.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Moves raw events and exposures to ClickHouse, or goes on where an earlier command was stopped. Source: SCL-48. */
export async function moveToClickHouse(settings: Config): Promise<void> {
  const { eventsUrl: url, eventsKeptDays } = settings;
  if (url === undefined) {
    throw new CommandFailure(
      'EVENTS_URL is missing: set it for every node, start them again, and then move the events',
      WRONG_CONFIGURATION,
    );
  }
  await using opened = new AsyncDisposableStack();
  const { openConnection } = await import('../../platform/database/connection.ts');
  const { readEventPlace } = await import('../../event-store/event-place-repository.ts');
  const { beginMove } = await import('../../event-store/clickhouse/move/move-repository.ts');
  const { moveEvents } = await import('../../event-store/clickhouse/move/move-events.ts');
  const { openUsableClickHouse } = await import(
    '../../event-store/clickhouse/open-clickhouse-store.ts'
  );
  const { sql, close } = await openConnection(await openOwnDatabase(settings, opened));
  opened.defer(close);
  const isInUse = (await readEventPlace(sql)) !== 'POSTGRES';
  const clickhouse = await openUsableClickHouse({ url, log: createLog('silent'), isInUse });
  opened.defer(clickhouse.close);
  const said = tellDays();
  try {
    await beginMove(sql);
    const rawSince = new Date(Date.now() - eventsKeptDays * DAY_MS);
    const isDone = await moveEvents({ sql, clickhouse, rawSince, onStep: said.step });
    if (!isDone) {
      throw new CommandFailure(
        `${said.last()} differ between PostgreSQL and ClickHouse: find out what else writes there, and repeat the command, which moves them again`,
      );
    }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new CommandFailure(
      'ClickHouse does not answer: repeat the command, which goes on where it stopped',
    );
  }
  process.stdout.write(
    'Events are in ClickHouse. The days that may still change are being counted there; here nothing was deleted.\n',
  );
}

/** Prints a line for each day that is done. */
function tellDays() {
  let moved = 0;
  let what = '';
  return {
    step({ day, rows, isSame }: Step) {
      what = day === null ? 'exposures' : `events of ${day}`;
      moved += rows;
      if (isSame !== true) return;
      process.stdout.write(`${what}: ${moved} moved, the same in both\n`);
      moved = 0;
    },
    last: () => what,
  };
}
