import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { evaluateFlag } from '@comporta/contract/evaluation/ofrep-api';
import { createClientKey } from '@comporta/contract/keys/client-access-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { listUnknownToggles } from '@comporta/contract/usage/unknown-toggle-api';
import { getToggleUsage, listClients } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openClient } from '../client.ts';
import { openShop, PASSWORD } from '../company.ts';
import { IS_NIGHTLY } from '../nightly.ts';
import { startServiceProcess } from '../service-process.ts';
import { METRICS_TOKEN, sampleMemory } from '../siege/node-memory.ts';
import { sendInvented } from './invented-uses.ts';

/** `npm run invented:uses` sends a million. */
const INVENTED = Number(process.env.INVENTED ?? (IS_NIGHTLY ? 100_000 : 8_000));
const TIMEOUT_MS = Math.max(600_000, INVENTED * 3);
/** Parts of which the memory is compared: it grows until V8 and PostgreSQL have what they need. */
const PARTS = 5;
/** From so many on there is a plateau to be compared. */
const ENOUGH = 500_000;
/** Garbage that is not collected yet. */
const NOISE_MB = 64;

it(
  `LIF-08, LIF-15: ${INVENTED} invented names, values, rules and User-Agents with a client key leave at most 20 names, 201 clients and no row of a value`,
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-invented-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const database = await createTestDatabase();
    stack.defer(() => database.drop());
    const { sql, close } = openDatabase(database.url, () => {});
    stack.defer(() => close());
    const most = '1000000';
    const service = await startServiceProcess({
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      METRICS_TOKEN,
      // The limits of a client would end it within a second.
      ...{ CLIENT_REQUESTS_PER_SECOND: most, CLIENT_POINTS_PER_SECOND: most },
    });
    stack.defer(() => service.kill());
    const { admin, appId, envId, newKey } = await openShop(service);
    const body = { name: 'checkout', values: ['on', 'off'], defaultValue: 'off' };
    const { id } = await admin.call(createToggle, { params: { appId }, body });
    const { key } = await admin.call(createClientKey, {
      params: { appId, envId },
      body: { password: PASSWORD },
    });
    const statuses: Record<string, number> = {};
    const memory: number[] = [];
    const count = Math.ceil(INVENTED / PARTS);
    for (let part = 0; part < PARTS; part += 1) {
      const sent = await sendInvented({
        url: service.url,
        key: key ?? '',
        toggle: 'checkout',
        count,
        from: part * count,
      });
      for (const [status, n] of Object.entries(sent))
        statuses[status] = (statuses[status] ?? 0) + n;
      memory.push((await sampleMemory(service, 0))?.residentMb ?? 0);
    }
    process.stdout.write(
      `${INVENTED} invented: answers ${JSON.stringify(statuses)}, resident MB ${memory.map(Math.round).join(', ')}\n`,
    );
    expect(statuses).toMatchObject({ 404: count * PARTS, 200: expect.any(Number) });

    const params = { appId, envId };
    const unknown = await admin.call(listUnknownToggles, { params: { appId } });
    expect(unknown.length).toBeLessThanOrEqual(20);
    const clients = await admin.call(listClients, { params });
    expect(clients.length).toBeLessThanOrEqual(201);
    const { days } = await admin.call(getToggleUsage, {
      params: { appId, id },
      query: { envId, days: '2' },
    });
    expect(days.every(({ value, ruleId }) => value === null && ruleId === null)).toBe(true);
    expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(count * PARTS);
    for (const [table, rows] of [
      ['toggle_uses', 2],
      ['toggle_clients', 201],
      ['usage_clients', 201],
      ['usage_senders', 0],
      ['unknown_toggles', 20],
    ] as const) {
      const { rowCount } = await sql.execute(raw`select from ${raw.identifier(table)}`);
      expect(rowCount, table).toBeLessThanOrEqual(rows);
    }
    // The company's own programs are seen and counted beside all that.
    const asked = { params: { key: 'checkout' }, body: { context: { targetingKey: 'ana' } } };
    await openClient(service.url, await newKey()).call(evaluateFlag, asked);
    expect(await admin.call(listClients, { params })).toContainEqual(
      expect.objectContaining({ sdk: 'node', trusted: true }),
    );
    if (INVENTED >= ENOUGH) {
      const [, early = 0] = memory;
      expect(memory.at(-1)).toBeLessThan(early + NOISE_MB);
    }
  },
  TIMEOUT_MS,
);
