import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../app.ts';
import { GATHERED } from '../event-store/ingest/commit-line.ts';
import { createLog, type Log } from '../platform/base/log.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { JobProgram } from '../platform/http/large/run-job.ts';
import { refuseSecondConnections } from './connections/refuse-second-connections.ts';
import { requireOfrepAnswer } from './ofrep-schema.ts';
import { requirePlacesInBody } from './refusal-places.ts';
import { createTestDatabase } from './test-database.ts';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServer {
  readonly http: FastifyInstance;
  readonly database: Database;
  /** How busy the node is said to be, because a test machine always is; and the clock of what a caller may take. */
  readonly load: { utilisation: number; now: () => number };
  /**
   * Calls the API as a client would; the body is the parsed JSON, or undefined when there is none.
   * Rejects when an OFREP response breaks the protocol, or when a refusal names a place that the
   * body of its endpoint does not have.
   */
  call<Body = never>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly stopping?: AbortSignal;
  readonly importJob?: JobProgram;
}

/** Where the providers of tests are. */
const ON_THIS_MACHINE = { IDENTITY_ALLOW_CIDRS: '127.0.0.0/8' };

/** Nearly every call with events of a test is alone, and would only wait for others. */
const GATHERED_SOON = { ...GATHERED, ms: 1 };
/** A test that waits for what is due has nothing else to do. */
const EVERY_MS = 200;

/** The whole service, on a database of its own unless the settings name one; none of our code is mocked. */
export async function startTestServer(
  settings: Readonly<Record<string, string>> = {},
  log: Log = createLog('silent'),
  { stopping = new AbortController().signal, importJob }: TestServerOptions = {},
): Promise<TestServer> {
  const testDatabase = settings.DATABASE_URL === undefined ? await createTestDatabase() : undefined;
  const url = testDatabase?.url ?? settings.DATABASE_URL ?? '';
  const watch = refuseSecondConnections();
  const database = openDatabase(url, () => {}, { watch });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-data-'));
  const config = readConfig({ DATA_DIR: dataDir, ...ON_THIS_MACHINE, ...settings });
  const load = { utilisation: 0, now: () => performance.now() };
  const instruments = { now: () => load.now(), utilisation: () => load.utilisation };
  const http = await watch.watched(() =>
    buildApp({
      config,
      database,
      log,
      stopping,
      instruments,
      gathering: GATHERED_SOON,
      everyMs: EVERY_MS,
      ...(importJob && { importJob }),
      // Not those of the checkout, which may have been built or not.
      ownPackages: [],
    }),
  );
  await http.ready();
  return {
    http,
    database,
    load,
    async call(method, path, { token, body, headers } = {}) {
      const request: InjectOptions = {
        method: method as 'GET', // `inject` has a closed list of methods; tests send any method.
        url: path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      };
      const response = await watch.watched(() => http.inject(request));
      const answer = {
        status: response.statusCode,
        headers: response.headers,
        // The caller names the type of the body; for a response without a body that is undefined.
        body: (response.payload === '' ? undefined : response.json()) as never,
      };
      if (method === 'POST' && path.startsWith('/ofrep/')) requireOfrepAnswer(path, answer);
      requirePlacesInBody(method, path, answer.body);
      return answer;
    },
    async close() {
      await http.close();
      await database.close();
      await testDatabase?.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
