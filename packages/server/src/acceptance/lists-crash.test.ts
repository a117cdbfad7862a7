import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkIds, createIdList, getIdList } from '@comporta/contract/id-lists/id-list-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { expect, it } from 'vitest';
import { openConnection } from '../platform/database/connection.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { openShop } from './company.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { startServiceProcess } from './service-process.ts';

/** `npm run crash:lists` runs 200. */
const KILLS = Number(process.env.CRASH_ROUNDS ?? (IS_NIGHTLY ? 20 : 4));
const TIMEOUT_MS = Math.max(600_000, KILLS * 20_000);
/** Of the time that an upload takes, most of it the start of its process: some are answered before the kill. */
const KILLED_WITHIN = 1.3;
const IDS = 20_000;

it(
  `LIF-45: over ${KILLS} kills of a node or its job, a list has its old ids or the new ones, and others save`,
  async () => {
    await using stack = new AsyncDisposableStack();
    const database = await createTestDatabase();
    stack.defer(database.drop);
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-lists-'));
    stack.defer(() => rmSync(dataDir, { recursive: true }));
    const start = () => startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    let [uploading, other] = [await start(), await start()];
    stack.defer(async () => void (await Promise.all([uploading.kill(), other.kill()])));
    const { client, close } = await openConnection(database.url);
    stack.defer(close);
    const { appId, accountKey } = await openShop(other);
    const admin = openClient(other.url, accountKey);
    const { id } = await admin.call(createIdList, { params: { appId }, body: { name: 'Beta' } });
    const params = { appId, id };

    // The first one of a node takes longer.
    expect(await upload(-1)).toBe(true);
    const since = performance.now();
    expect(await upload(0)).toBe(true);
    const killedWithinMs = KILLED_WITHIN * (performance.now() - since);
    let stored = 0;
    let kept = 0;
    for (let round = 1; round <= KILLS; round++) {
      const sending = upload(round);
      const saving = admin.call(createProperty, {
        params: { appId },
        body: { key: `key-${round}`, type: 'STRING' },
      });
      await pause(Math.random() * killedWithinMs);
      // Every other time only the process that stores the ids.
      const jobs = round % 2 === 0 ? [] : jobsOf(uploading.processId);
      for (const job of jobs) killJob(job);
      if (jobs.length === 0) {
        await uploading.kill();
        uploading = await start();
      }
      await saving;
      const isAnswered = await sending;
      await expect.poll(locksHeld).toBe(0);
      const marks = [`round-${stored}`, `round-${round}`];
      const isIn = await admin.call(checkIds, { params, body: { ids: marks } });
      expect(isIn[0]).toBe(!isIn[1]);
      if (isAnswered) expect(isIn[1]).toBe(true);
      if (isIn[1]) stored = round;
      else kept += 1;
      const { count } = await admin.call(getIdList, { params });
      const { rows } = await client.query(
        `select coalesce(sum(length(ids)) / 8, 0)::int as sum, count(*) filter (where length(ids) % 8 <> 0)::int as torn
         from id_list_parts where list_id = $1`,
        [id],
      );
      expect(rows).toEqual([{ sum: count, torn: 0 }]);
      expect(count).toBe(IDS);
    }
    process.stdout.write(`${KILLS} kills: ${kept} times the old ids stood\n`);

    /** Whether it was answered that the ids are stored. */
    function upload(round: number): Promise<boolean> {
      const ids = Array.from({ length: IDS - 1 }, (_, n) => `user-${round}-${n}`);
      return fetch(`${uploading.url}/api/apps/${appId}/id-lists/${id}/content`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${accountKey}`, 'content-type': 'text/plain' },
        body: [`round-${round}`, ...ids].join('\n'),
      }).then(
        (response) => response.ok,
        () => false,
      );
    }

    async function locksHeld(): Promise<number> {
      const { rows } = await client.query(
        `select from pg_locks where locktype = 'advisory' and classid = 4281946`,
      );
      return rows.length;
    }
  },
  TIMEOUT_MS,
);

/** The processes of uploads that a node has started. */
function jobsOf(node: number): number[] {
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const isJob = readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('list-content-job');
      const parent = / (\d+) /.exec(
        readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) \S/, ''),
      );
      return isJob && Number(parent?.[1]) === node ? [Number(id)] : [];
    } catch {
      return []; // It has just ended.
    }
  });
}

function killJob(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
