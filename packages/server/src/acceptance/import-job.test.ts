import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createApplication } from '@comporta/contract/applications/application-api';
import { exportApplication, importApplication } from '@comporta/contract/transfer/transfer-api';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { applications } from '../tables/applications.ts';
import { onLoneConnection } from '../testing/connections/on-lone-connection.ts';
import { countLockWaits, createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { logIn, signUp } from './company.ts';
import { startServiceProcess } from './service-process.ts';
import { documentOf } from './siege/imported-document.ts';

/** The ids of all processes of imports, whoever's they are. */
function importProcesses(): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('import-job');
    } catch {
      return false; // It has ended.
    }
  });
}

it.runIf(process.platform === 'linux')(
  'T02: when the service is killed in the middle of a large import, its process ends and nothing of it is stored',
  async () => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-import-'));
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const service = await startServiceProcess(settings);
    const admin = await signUp(service, 'ana@example.com');
    const environments = [{ name: 'Production' }];
    const body = { name: 'Shop', environments };
    const { id: appId } = await admin.call(createApplication, { body });
    const before = new Set(importProcesses());
    const ofService = () => importProcesses().filter((id) => !before.has(id));
    await onLoneConnection(database.url, async (sql) => {
      await sql.select().from(applications).where(eq(applications.id, appId)).for('update');
      const document = JSON.parse(documentOf(2_000, 1));
      const call = admin.call(importApplication, { params: { appId }, query: {}, body: document });
      call.catch(() => {}); // The service is killed below.
      const countWaiting = () => onLoneConnection(database.url, countLockWaits);
      await expect.poll(countWaiting).toBe(1);
      expect(ofService()).toHaveLength(1);
      await service.kill();
    });
    // Nothing holds the lock any more: a process that went on would store its import now.
    await expect.poll(ofService).toEqual([]);
    const again = await startServiceProcess(settings);
    const token = await logIn(openClient(again.url), 'ana@example.com');
    const params = { appId };
    const { toggles } = await openClient(again.url, token).call(exportApplication, { params });
    expect(toggles).toEqual([]);
    await again.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  },
);
