import { parseArgs } from 'node:util';
import { isClientKey } from '../identity/keys/environment-key.ts';
import { readConfigOrExit, runService } from '../process/run-service.ts';
import { WRONG_CONFIGURATION } from '../process/start-failure.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { requireUrl } from './require-url.ts';

export const EDGE: Command = {
  summary: 'Run an edge node, which answers evaluations close to your systems',
  usage: `edge [--upstream URL] [--key KEY…]
  --upstream URL      the service; COMPORTA_URL by default
  --key KEY           the key of an environment, can be repeated; or a service key that may read,
                      or an account key, for every environment of the account that has a key.
                      COMPORTA_KEY by default.

HOST, PORT, DATA_DIR and LOG_LEVEL work as for the service. The latest snapshots are stored in
DATA_DIR/edge. While the service is unavailable the node answers from them, also after a restart.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { upstream: { type: 'string' }, key: { type: 'string', multiple: true } },
    });
    const settings = readConfigOrExit();
    const upstream = values.upstream ?? settings.comportaUrl;
    const keys = values.key ?? settings.comportaKeys;
    requireUrl(upstream, WRONG_CONFIGURATION);
    if (keys.length === 0)
      throw new CommandFailure(
        'there is no key: use --key or set COMPORTA_KEY',
        WRONG_CONFIGURATION,
      );
    if (keys.some(isClientKey)) {
      throw new CommandFailure(
        'an edge node cannot use a client key (cpt_web_…): use the key of the environment; the node then also serves its client key',
        WRONG_CONFIGURATION,
      );
    }
    const { startEdge } = await import('../edge/start-edge.ts');
    await runService((config, log) => {
      if (config.nodes > 1) log.warn('NODES is for the service: this edge node is one process');
      return startEdge({ config: { ...config, nodes: 1 }, log, upstream, keys });
    });
  },
};
