import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { startEdge } from '../../edge/start-edge.ts';
import { createLog, type Log } from '../../platform/base/log.ts';
import { readConfig } from '../../platform/config/config.ts';
import { findFreePort } from '../spawned-service.ts';
import type { TestServer } from '../test-server.ts';

/** An edge node in this process. */
export interface EdgeBeside extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** Ends as after SIGTERM; a second time it does nothing. */
  stop(): Promise<void>;
}

interface Beside {
  /** The address of its upstream, or a server of a test, which then listens. */
  readonly upstream: string | TestServer;
  readonly keys: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Where its files are; by default a new folder. */
  readonly folder?: string | undefined;
  readonly log?: Log;
}

/** Starts one; it is ready when this resolves. */
export async function openEdgeBeside({ upstream, keys, settings, log, ...more }: Beside) {
  const port = await findFreePort();
  const { folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-')) } = more;
  const edge = await startEdge({
    config: readConfig({ DATA_DIR: folder, PORT: `${port}`, ...settings }),
    log: log ?? createLog('silent'),
    upstream: typeof upstream === 'string' ? upstream : await listening(upstream),
    keys,
    // A test machine is busy.
    instruments: { now: () => performance.now(), utilisation: () => 0 },
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= edge.stop());
  const beside: EdgeBeside = {
    url,
    folder,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (more.folder === undefined) rmSync(folder, { recursive: true });
    },
  };
  return beside;
}

async function listening(server: TestServer): Promise<string> {
  if (!server.http.server.listening) await server.http.listen({ host: '127.0.0.1', port: 0 });
  return addressOf(server);
}

/** Where a server of a test listens. */
export function addressOf({ http }: TestServer): string {
  const { port } = http.server.address() as AddressInfo; // It listens on a port.
  return `http://127.0.0.1:${port}`;
}
