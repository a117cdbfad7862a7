import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import { strategiesOf } from '../engine/unleash-strategies.ts';
import { FLAGS } from '../engine/work.ts';

export const UNLEASH_VERSION = '8.2.0';
const ENVIRONMENT = 'development';
/** Turns off Unleash's rate limits, which the load would exceed. */
const NO_LIMIT = '1000000000';
const STARTS_WITHIN_MS = 120_000;

export interface UnleashServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** The token with which its web clients request evaluated flags. */
  readonly frontendToken: string;
  /** The token with which its server SDKs request the flags that they evaluate themselves. */
  readonly sdkToken: string;
  stop(): Promise<void>;
}

/** Installs it with npm into the folder; 200 MB, a minute. Skips install scripts, one of which counts installations. */
export async function installUnleash(folder: string): Promise<void> {
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const args = ['install', `unleash-server@${UNLEASH_VERSION}`, '--prefix', folder, ...flags];
  await promisify(execFile)('npm', args, { cwd: folder });
}

/** Runs an installed server on an empty database, with the 500 flags imported and enabled. */
export async function startUnleash(folder: string, databaseUrl: string): Promise<UnleashServer> {
  const file = join(folder, 'flags.json');
  await writeFile(file, JSON.stringify(exportedFlags()));
  const port = await findFreePort();
  const frontendToken = `*:${ENVIRONMENT}.bench-frontend`;
  const sdkToken = `*:${ENVIRONMENT}.bench-sdk`;
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/unleash-server/dist/server.js')],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NODE_NO_WARNINGS: '1',
        DATABASE_URL: databaseUrl,
        DATABASE_SSL: 'false',
        HTTP_HOST: '127.0.0.1',
        PORT: String(port),
        INIT_FRONTEND_API_TOKENS: frontendToken,
        INIT_BACKEND_API_TOKENS: sdkToken,
        IMPORT_FILE: file,
        IMPORT_PROJECT: 'default',
        IMPORT_ENVIRONMENT: ENVIRONMENT,
        CHECK_VERSION: 'false',
        SEND_TELEMETRY: 'false',
        SDK_API_RATE_LIMIT_PER_MINUTE: NO_LIMIT,
        TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: NO_LIMIT,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await answering(url, frontendToken, child);
  return {
    url,
    process: child,
    frontendToken,
    sdkToken,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Resolves when evaluations return flags: the import takes effect a moment after the start. */
async function answering(url: string, token: string, child: ChildProcess): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < STARTS_WITHIN_MS) {
    const headers = { authorization: token };
    const answer = await fetch(`${url}/api/frontend?userId=ana`, { headers }).catch(() => {});
    if (answer?.ok && (await answer.text()).includes('flag-')) return;
    if (child.exitCode !== null) break;
    await pause(200);
  }
  child.kill();
  throw new Error(`unleash-server ${UNLEASH_VERSION} does not answer`);
}

/** The flags as Unleash exports them. */
function exportedFlags(): object {
  return {
    features: FLAGS.map(({ name }) => ({ name, type: 'release', description: 'One of many' })),
    featureStrategies: FLAGS.flatMap((flag) =>
      strategiesOf(flag).map((strategy, sortOrder) => ({
        ...strategy,
        featureName: flag.name,
        sortOrder,
      })),
    ),
    featureEnvironments: FLAGS.map(({ name }) => ({
      name,
      featureName: name,
      environment: ENVIRONMENT,
      enabled: true,
    })),
    contextFields: ['country', 'age', 'version', 'plan', 'email', 'seats'].map((name) => ({
      name,
    })),
    tagTypes: [],
  };
}
