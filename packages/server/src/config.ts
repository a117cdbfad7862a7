import { resolve } from 'node:path';

/** Everything the environment decides. This file is the only reader of process.env. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly logLevel: string;
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    host: env.HOST ?? '127.0.0.1',
    port: Number(env.PORT ?? 8080),
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}
