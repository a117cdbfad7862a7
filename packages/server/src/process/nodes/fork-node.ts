import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../platform/base/version.ts';
import { processEnvironment } from '../../platform/config/process-environment.ts';
import { withLimits } from '../limit-memory.ts';
import type { NodeEnd, NodeProcess } from './keep-nodes.ts';
import type { FromNode, NodeOrder, ToNode } from './node-messages.ts';

const RUNTIME = new URL('../../../runtime.js', import.meta.url);

/**
 * Runs a program that calls `runNode` as a process of its own. The database's password goes through the channel, so it is in
 * no list of processes. When the channel closes, the node knows that this process is gone.
 */
export function forkNode(program: URL, order: Omit<NodeOrder, 'version'>): NodeProcess {
  const { options, env } = withLimits(processEnvironment());
  const child = fork(fileURLToPath(program), {
    execArgv: [...options, `--import=${RUNTIME.href}`],
    env,
  });
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<NodeEnd>();
  const send = (message: ToNode) => {
    if (child.connected) child.send(message, () => {}); // It may end meanwhile.
  };
  // A process that hangs would not notice that the channel closes.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.on('message', (message) => ready.resolve((message as FromNode).welcome)); // It sends no other.
  child.on('error', () => ended.resolve({ code: null, signal: null }));
  child.on('exit', (code, signal) => {
    process.off('exit', endWithUs);
    ended.resolve({ code, signal });
  });
  send({ order: { ...order, version: VERSION } });

  return {
    ready: ready.promise,
    ended: ended.promise,
    stop: () => child.kill('SIGTERM'),
    tellOfRestart: () => send({ isDatabaseBack: true }),
  };
}
