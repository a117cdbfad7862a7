import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ServiceProcess,
  startServiceProcess,
} from '@comporta/server/acceptance/service-process';
import { findRunningServer } from '@comporta/server/embedded-postgres/running-server';

export type Settings = Readonly<Record<string, string>>;

/** The real service with its own data folder. */
export interface ServiceAlone extends ServiceProcess, AsyncDisposable {
  /** The URL of its embedded database; empty when the settings name another one. */
  readonly databaseUrl: string;
}

/** Starts the service with open sign-up. Its data folder is deleted when it is stopped. */
export async function startAlone(settings: Settings = {}): Promise<ServiceAlone> {
  const dataDir = await mkdtemp(join(tmpdir(), 'comporta-e2e-'));
  const service = await startServiceProcess({
    DATA_DIR: dataDir,
    SIGNUP: 'open',
    TRUST_PROXY: '127.0.0.1',
    ...settings,
  });
  const databaseUrl = findRunningServer(dataDir) ?? '';
  const stop = async () => {
    try {
      await service.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  return { ...service, databaseUrl, stop, [Symbol.asyncDispose]: stop };
}
