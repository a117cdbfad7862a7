import { once } from 'node:events';
import type { Log } from '../../platform/base/log.ts';
import { VERSION } from '../../platform/base/version.ts';
import type { Config } from '../../platform/config/config.ts';
import { runPart, type Service } from '../run-service.ts';
import type { FromNode, NodeOrder, ToNode } from './node-messages.ts';

/** How long a node may go on when the process that started it is gone. Source: SCL-25. */
const ALONE_MS = 1_000;

export interface StartedNode extends Service {
  /** Called when the database was restarted. */
  countRestart(): void;
}

/** The whole life of a process that is one of several nodes. It ends with the process that started it. */
export async function runNode(
  start: (config: Config, log: Log, order: NodeOrder) => Promise<StartedNode>,
): Promise<void> {
  if (!process.connected) process.exit(1);
  process.on('disconnect', endAlone);
  const [first] = await once(process, 'message');
  const { order } = first as { readonly order: NodeOrder }; // The first message is the order.
  await runPart(
    async (config, log) => {
      requireVersion(order);
      const node = await start(config, log.child({ node: order.place }), order);
      process.on('message', (message: ToNode) => {
        if ('isDatabaseBack' in message) node.countRestart();
      });
      return node;
    },
    (welcome) => process.send?.({ welcome } satisfies FromNode),
  );
}

function endAlone(): void {
  setTimeout(() => process.exit(1), ALONE_MS);
  process.kill(process.pid, 'SIGTERM');
}

/** Who installs another release over a service that runs starts its programs from now on. */
function requireVersion({ version }: NodeOrder): void {
  if (version === VERSION) return;
  throw new Error(
    `release ${VERSION} was installed while ${version} runs: start the service again`,
  );
}
