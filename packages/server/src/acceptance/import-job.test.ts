import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** The ids of the processes of imports that this process has started; other tests have others. */
function importsOf(processId: number): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      if (!/^\d+$/.test(id) || !isImport(id)) return false;
      return readFileSync(`/proc/${id}/status`, 'utf8').includes(`PPid:\t${processId}\n`);
    } catch {
      return false; // It has ended.
    }
  });
}

function isImport(id: string): boolean {
  const command = `/proc/${id}/cmdline`;
  return existsSync(command) && readFileSync(command, 'utf8').includes('import-job');
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
    let imports: readonly string[] = [];
    await onLoneConnection(database.url, async (sql) => {
      await sql.select().from(applications).where(eq(applications.id, appId)).for('update');
      const document = JSON.parse(documentOf(2_000, 1));
      const call = admin.call(importApplication, { params: { appId }, query: {}, body: document });
      call.catch(() => {}); // The service is killed below.
      const countWaiting = () => onLoneConnection(database.url, countLockWaits);
      await expect.poll(countWaiting).toBe(1);
      imports = importsOf(service.processId);
      expect(imports).toHaveLength(1);
      await service.kill();
    });
    // Nothing holds the lock any more: a process that went on would store its import now.
    await expect.poll(() => imports.filter(isImport)).toEqual([]);
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
