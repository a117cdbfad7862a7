import { readdirSync, readFileSync } from 'node:fs';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplication, createCompany } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** See conformance/documents/README.md. */
const FOLDER = new URL('../../../../conformance/documents/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each(FILES)('CODE-03: the document %s of an earlier version is imported', async (file) => {
  const document: ApplicationDocument = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  const { accountId, token } = await createCompany(server);
  const { id } = await createApplication(server, accountId, ['Production']);
  const path = `/api/apps/${id}`;
  const imported = await server.call('POST', `${path}/import`, { token, body: document });
  expect(imported.body).toMatchObject({ dryRun: false });
  const exported = await server.call('GET', `${path}/export`, { token });
  const { application: _, ...contents } = document;
  expect(exported.body).toMatchObject(contents);
});
