import { runNode } from './process/nodes/run-node.ts';

/** The program of one of several nodes. */
await runNode(async (config, log, order) => {
  const { startNode } = await import('./start-service.ts');
  return startNode(config, log, order);
});
