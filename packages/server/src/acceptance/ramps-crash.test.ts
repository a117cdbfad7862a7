import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  actOnChangeRequest,
  createChangeRequest,
} from '@comporta/contract/change-requests/change-request-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment, getExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { openConnection } from '../platform/database/connection.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { logIn, openShop, PASSWORD } from './company.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** `npm run crash:requests` runs 200. */
const KILLS = Number(process.env.CRASH_ROUNDS ?? (IS_NIGHTLY ? 20 : 4));
const TIMEOUT_MS = Math.max(600_000, KILLS * 20_000);
/** Each has three steps, of which one is applied at a kill. */
const RAMPS_AT_ONCE = 4;
const SHARES = [{ percent: 10, wait: 60 }, { percent: 50, wait: 60 }, { percent: 100 }];
const LATER_STEPS = SHARES.length - 1;
/** After a step has become due; nodes look each second, and a step takes some hundredths. */
const KILLED_WITHIN_MS = 1_300;

it(
  `SAF-95: over ${KILLS} kills of one of two nodes, each step of a ramp is applied once, and log, state and values agree`,
  async () => {
    await using stack = new AsyncDisposableStack();
    const database = await createTestDatabase();
    stack.defer(database.drop);
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-ramps-'));
    stack.defer(() => rmSync(dataDir, { recursive: true }));
    const start = () => startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    const nodes: ServiceProcess[] = [await start(), await start()];
    stack.defer(async () => void (await Promise.all(nodes.map((node) => node.kill()))));
    const { client, close } = await openConnection(database.url);
    stack.defer(close);

    const { appId, envId, admin } = await openShop(nodes[0] as ServiceProcess); // The first of two.
    const params = { appId };
    const inEnvironment = { appId, envId };
    const key = await admin.call(createEnvironmentKey, {
      params: inEnvironment,
      body: { password: PASSWORD },
    });
    let made = 0;
    /** A ramp whose first step is applied. */
    async function openRamp(token: string, url: string) {
      const here = openClient(url, token);
      const name = `ramp-${made++}`;
      const toggle = await here.call(createToggle, {
        params,
        body: { name, values: ['on', 'off'], defaultValue: 'off' },
      });
      const valueSpec = { type: 'EXACT_VALUE', exactValue: 'off' };
      const experiment = await here.call(createExperiment, {
        params: inEnvironment,
        body: { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec }] },
      });
      const ruleId = experiment.rules[0]?.id ?? '';
      const ramp = {
        experimentId: experiment.id,
        ruleId,
        value: 'on',
        from: 'off',
        shares: SHARES,
      };
      const { id, number } = await here.call(createChangeRequest, {
        params,
        body: { title: name, submit: true, source: { ramp } },
      });
      await here.call(actOnChangeRequest, { params: { appId, id }, body: { action: 'APPLY' } });
      return { id, number, name, experimentId: experiment.id };
    }

    let kills = 0;
    while (kills < KILLS) {
      const [first] = nodes;
      if (first === undefined) throw new Error('no node');
      const token = await logIn(openClient(first.url), 'ana@example.com');
      const ramps = [];
      while (ramps.length < RAMPS_AT_ONCE) ramps.push(await openRamp(token, first.url));
      const ids = ramps.map(({ id }) => id);
      for (let step = 0; step < LATER_STEPS; step++) {
        // Replaces the wait.
        await client.query(
          `update change_requests set next_at = clock_timestamp(), look_at = clock_timestamp()
           where id = any($1) and status = 'RUNNING'`,
          [ids],
        );
        if (kills < KILLS) {
          await pause(Math.random() * KILLED_WITHIN_MS);
          const place = kills++ % nodes.length;
          await nodes[place]?.kill();
          nodes[place] = await start();
        }
        await expect
          .poll(async () => {
            const { rows } = await client.query<{ current_step: number }>(
              `select current_step from change_requests where id = any($1)`,
              [ids],
            );
            return rows.map((row) => row.current_step);
          })
          .toEqual(ids.map(() => step + 2));
      }
      for (const { number, name, experimentId } of ramps) {
        const { rows } = await client.query(
          `select (request ->> 'step')::int as step from audit_entries
           where application_id = $1 and request ->> 'number' = $2 order by step`,
          [appId, String(number)],
        );
        expect(rows).toEqual(SHARES.map((_, index) => ({ step: index + 1 })));
        for (const { url } of nodes) {
          const stored = await openClient(url, token).call(getExperiment, {
            params: { ...inEnvironment, id: experimentId },
          });
          expect(stored.version).toBe(1 + SHARES.length);
          expect(stored.rules[0]?.valueSpec).toMatchObject({ exactValue: 'on' });
          const fetching = { query: { uid: 'u-1' } };
          await expect
            .poll(async () => {
              const toggles = await openClient(url, key).call(fetchTogglesByGet, fetching);
              return Object(toggles)[name];
            })
            .toBe('on');
        }
      }
      const { rows } = await client.query(`select distinct status from change_requests`);
      expect(rows).toEqual([{ status: 'DONE' }]);
    }
  },
  TIMEOUT_MS,
);
