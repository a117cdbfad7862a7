import type { Log } from './platform/base/log.ts';
import type { Config } from './platform/config/config.ts';
import type { Service } from './process/run-service.ts';

/** Starts the service, as one node in this process or as NODES of them. Loads no more than it needs for that. */
export async function start(config: Config, log: Log): Promise<Service> {
  if (config.nodes === 1) {
    const { startService } = await import('./start-service.ts');
    return startService(config, log);
  }
  const { startNodes } = await import('./start-nodes.ts');
  return startNodes(config, log);
}
