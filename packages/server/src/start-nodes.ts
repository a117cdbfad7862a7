import type { Log } from './platform/base/log.ts';
import type { Config } from './platform/config/config.ts';
import { prepareDatabase } from './prepare-database.ts';
import { freeMemory } from './process/free-memory.ts';
import { requireFreePort } from './process/listen.ts';
import { forkNode } from './process/nodes/fork-node.ts';
import { keepNodes, type Nodes } from './process/nodes/keep-nodes.ts';
import type { Service } from './process/run-service.ts';

const NODE_PROGRAM = new URL('./node-process.ts', import.meta.url);

/**
 * Prepares the database and keeps NODES nodes running, each a process of its own. This process serves nothing, so it does not
 * load what serves.
 */
export async function startNodes(config: Config, log: Log): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  let nodes: Nodes | undefined;
  const onRestart = () => nodes?.tellOfRestart();
  const databaseUrl = await prepareDatabase(config, log, { opened, onRestart });
  await requireFreePort(config);
  nodes = keepNodes({
    count: config.nodes,
    start: (place) => forkNode(NODE_PROGRAM, { place, databaseUrl }),
    log,
  });
  opened.defer(nodes.stop);
  const welcome = await nodes.ready;
  freeMemory();

  const kept = opened.move();
  return {
    welcome,
    // Nothing is left running when this process ends with the node's exit code.
    failed: nodes.failed.catch(async (error) => {
      await kept.disposeAsync();
      throw error;
    }),
    async stop() {
      log.info('stopping');
      await kept.disposeAsync();
      log.info('stopped');
    },
  };
}
