import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('asking-program.ts', import.meta.url));
/** The SDK of this checkout; the one of the release before is in releases/. */
const SDK = new URL('../../../../sdk/src/sdk.ts', import.meta.url).href;

interface Program {
  readonly url: string;
  readonly key: string;
  /** Of asking-program.ts. */
  readonly ask: string;
  readonly seconds?: number;
  /** The address of another SDK's module. */
  readonly sdk?: string;
}

/** Starts a customer's program; see asking-program.ts. */
export function spawnAsking({ url, key, ask, seconds = 0, sdk = SDK }: Program): ChildProcess {
  return fork(PROGRAM, [], {
    env: {
      PATH: process.env.PATH,
      ...{ SDK: sdk, COMPORTA_URL: url, COMPORTA_KEY: key, ASK: ask, SECONDS: `${seconds}` },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Resolves when it has exited; rejects unless it did so by itself. */
export async function ended(program: ChildProcess): Promise<void> {
  const code = program.exitCode ?? (await once(program, 'exit'))[0];
  if (code !== 0) throw new Error(`a program ended with ${code}`);
}

/** Tells a steered program what to do, and resolves when that is done. */
export async function order(
  program: ChildProcess,
  what: { readonly ask: number } | 'report' | 'close',
): Promise<void> {
  const done = once(program, 'message');
  program.send(what);
  await done;
}
