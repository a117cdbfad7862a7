import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { getToggleUsage } from '@comporta/contract/usage/usage-api';
import { expect, it } from 'vitest';
import { findFreePort } from '../../testing/spawned-service.ts';
import { openShop } from '../company.ts';
import { IS_NIGHTLY } from '../nightly.ts';
import { startServiceProcess } from '../service-process.ts';
import { openLossyProxy } from './lossy-proxy.ts';
import { ended, order, spawnAsking } from './spawn-program.ts';

/** `npm run crash:uses` kills 50 times, and loses 100 answers. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (IS_NIGHTLY ? 12 : 4));
const TIMEOUT_MS = Math.max(600_000, ROUNDS * 30_000);
const ASKED = 10_000;
const LOST_A_ROUND = 2;
const TOGGLES = ['checkout', 'search', 'banner'];
const AGAIN_MS = 50;

it(
  `LIF-05, LIF-12: an SDK asks 10,000 times, over ${ROUNDS} kills of the node and ${ROUNDS * LOST_A_ROUND} lost answers: after close() the sum is 10,000`,
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-uses-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    // When the tests run as root, the database runs as another user, who needs access to the folder.
    chmodSync(folder, 0o711);
    const port = await findFreePort();
    const settings = { DATA_DIR: path.join(folder, 'service'), PORT: `${port}` };
    let service = await startServiceProcess(settings);
    stack.defer(() => service.kill());
    const { admin, appId, envId, newKey } = await openShop(service);
    const ids: string[] = [];
    for (const name of TOGGLES) {
      const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
      ids.push((await admin.call(createToggle, { params: { appId }, body })).id);
    }
    const proxy = await openLossyProxy(port);
    stack.defer(() => proxy.close());
    const ask = ['steered', ...TOGGLES].join(' ');
    const program = spawnAsking({ url: proxy.url, key: await newKey(), ask });
    stack.defer(() => void program.kill());
    await once(program, 'message');

    async function sum(): Promise<number> {
      let all = 0;
      for (const id of ids) {
        const query = { envId, days: '2' }; // It may be midnight.
        const { days } = await admin.call(getToggleUsage, { params: { appId, id }, query });
        for (const { count } of days) all += count;
      }
      return all;
    }

    /** Reports until the service has stored everything. */
    async function reportAll(expected: number): Promise<void> {
      for (;;) {
        await order(program, 'report');
        const stored = await sum();
        if (stored === expected) return;
        expect(stored).toBeLessThan(expected);
        await pause(AGAIN_MS);
      }
    }

    let asked = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const share = Math.floor(ASKED / ROUNDS / (LOST_A_ROUND + 1));
      for (let n = 0; n < LOST_A_ROUND; n += 1) {
        await order(program, { ask: share });
        asked += share;
        proxy.toLose = 1;
        await reportAll(asked);
        while (proxy.toLose > 0) await pause(1);
      }
      const rest = Math.floor((ASKED * round) / ROUNDS) - asked;
      await order(program, { ask: rest });
      asked += rest;
      // Before the report arrives, while it is stored, or behind its answer.
      const reporting = order(program, 'report');
      await pause(Math.random() * 30);
      await service.kill();
      await reporting;
      service = await startServiceProcess(settings);
      await reportAll(asked);
    }
    await order(program, { ask: 0 });
    expect(proxy.lost).toBe(ROUNDS * LOST_A_ROUND);
    expect(proxy.repeated).toBeGreaterThanOrEqual(ROUNDS);
    await order(program, 'close');
    await ended(program);
    expect([asked, await sum()]).toEqual([ASKED, ASKED]);
  },
  TIMEOUT_MS,
);
