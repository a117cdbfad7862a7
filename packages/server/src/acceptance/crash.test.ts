import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApplication } from '@comporta/contract/applications/application-api';
import { listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import type { Property } from '@comporta/contract/properties/property';
import {
  createProperty,
  listProperties,
  updateProperty,
} from '@comporta/contract/properties/property-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openClient, Refusal } from './client.ts';
import { logIn, signUp } from './company.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { signalPostgres } from './postgres-processes.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const ROUNDS = IS_NIGHTLY ? 20 : 8;
const WRITERS = 6;
const EMAIL = 'ana@example.com';

let dataDir: string;
let service: ServiceProcess;
let token: string;
let appId: string;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-crash-'));
  service = await startServiceProcess({ DATA_DIR: dataDir });
  const admin = await signUp(service, EMAIL);
  const environments = [{ name: 'Production' }];
  appId = (await admin.call(createApplication, { body: { name: 'Shop', environments } })).id;
  token = await logIn(admin, EMAIL);
});

afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true });
});

it(`what was acknowledged is there after kill -9, ${ROUNDS} times, each write with one audit entry`, async () => {
  const acknowledged = new Map<string, Property>();
  const again = randomUUID().slice(0, 8); // A second try creates others.
  for (let round = 1; round <= ROUNDS; round++) {
    const admin = openClient(service.url, token);
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilCut(admin, `${again}-round-${round}-writer-${writer}`, acknowledged),
    );
    const written = acknowledged.size + 1 + Math.floor(Math.random() * 20);
    while (acknowledged.size < written) await pause(1);
    if (round % 3 === 0) signalPostgres(dataDir, 'SIGKILL');
    await service.kill();
    await Promise.all(writers);

    service = await startServiceProcess({ DATA_DIR: dataDir });
    const stored = await storedProperties();
    for (const [id, last] of acknowledged) {
      // One write may have been cut off; it may or may not have been stored.
      expect(stored.get(id)?.version).toBeOneOf([last.version, last.version + 1]);
    }
  }
  const stored = await storedProperties();
  expect(await countAuditEntries()).toEqual(
    new Map([...stored.values()].map(({ id, version }) => [id, version])),
  );
});

/** Creates properties and edits each once, until a call fails; records in `acknowledged` what was acknowledged. */
async function writeUntilCut(
  admin: Client,
  name: string,
  acknowledged: Map<string, Property>,
): Promise<void> {
  try {
    for (let number = 1; ; number++) {
      const body = { key: `${name}-${number}`, type: 'STRING' };
      const created = await admin.call(createProperty, { params: { appId }, body });
      acknowledged.set(created.id, created);
      const edited = await admin.call(updateProperty, {
        params: { appId, id: created.id },
        body: { ...body, description: 'edited' },
      });
      acknowledged.set(edited.id, edited);
    }
  } catch (error) {
    // Expected: the call was cut off by the kill of the service, or by that of its database a moment earlier.
    const isCutOff = error instanceof TypeError;
    const isAway = error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE';
    if (!isCutOff && !isAway) throw error;
  }
}

async function storedProperties(): Promise<Map<string, Property>> {
  const admin = openClient(service.url, token);
  const properties = await admin.call(listProperties, { params: { appId } });
  return new Map(properties.map((property) => [property.id, property]));
}

/** The number of audit entries of each property, by its id. */
async function countAuditEntries(): Promise<Map<string, number>> {
  const admin = openClient(service.url, token);
  const counts = new Map<string, number>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { items, totalPages } = await admin.call(listAuditLog, {
      query: { entity: 'property', page: `${page}`, size: '100' },
    });
    pages = totalPages;
    for (const { entity } of items) counts.set(entity.id, (counts.get(entity.id) ?? 0) + 1);
  }
  return counts;
}
