import type { ServiceProcess } from '@comporta/server/acceptance/service-process';
import { copyTemplate, execute } from '@comporta/server/testing/test-cluster';
import { type Settings, startAlone } from './service-alone.ts';

/** The real service on its own database. */
export interface Service extends ServiceProcess {
  /** Runs one SQL statement on its database, for things that an operator does there. */
  readonly execute: (statement: string) => Promise<void>;
}

export interface Services {
  /** The service of this name; the first call for it starts it. */
  readonly named: (name: string, settings: Settings) => Promise<Service>;
  readonly stop: () => Promise<void>;
}

interface Running {
  readonly service: Service;
  readonly stop: () => Promise<void>;
}

/** Services that keep running until all are stopped, because a start takes a second of CPU time. */
export function keepServices(): Services {
  const started = new Map<string, Promise<Running>>();
  return {
    async named(name, settings) {
      const running = started.get(name) ?? start(settings);
      started.set(name, running);
      return (await running).service;
    },
    async stop() {
      for (const running of started.values()) await (await running).stop();
    },
  };
}

async function start(settings: Settings): Promise<Running> {
  // They share one PostgreSQL cluster: a separate one for each takes longer to start than the service itself.
  const database = await copyTemplate(JSON.parse(process.env.E2E_CLUSTER ?? ''));
  const service = await startAlone({ DATABASE_URL: database.url, ...settings });
  return {
    service: { ...service, execute: (statement) => execute(database.url, statement) },
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}
