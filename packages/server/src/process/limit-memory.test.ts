import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const MODULE = new URL('./limit-memory.ts', import.meta.url).href;
const PROGRAM = `
  import(${JSON.stringify(MODULE)}).then(({ limitMemory }) => {
    limitMemory(process.env);
    const { pid, execArgv, argv, env } = process;
    const told = { pid, options: execArgv.filter((one) => one.startsWith('--max-semi')), args: argv.slice(1), env };
    process.stdout.write(JSON.stringify(told));
  });`;

async function run(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--eval', PROGRAM, 'one', 'two three'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = JSON.parse(await text(child.stdout));
  return { ...told, isSame: told.pid === child.pid };
}

it('OPS-01: the process restarts under the same id, with a limited young generation, its arguments and environment', async () => {
  expect(await run({ DATA_DIR: '/srv/x y' })).toMatchObject({
    isSame: true,
    options: [expect.stringMatching(/^--max-semi-space-size=\d+$/)],
    args: ['one', 'two three'],
    env: { DATA_DIR: '/srv/x y', MALLOC_ARENA_MAX: '2' },
  });
});

it('a limit in NODE_OPTIONS is kept', async () => {
  const { options } = await run({ NODE_OPTIONS: '--max-semi-space-size=32' });
  expect(options).toEqual([]);
});

it('a forked process keeps the IPC channel to its parent', async () => {
  const tells = `import(${JSON.stringify(MODULE)}).then(({ limitMemory }) => {
    limitMemory({});
    process.send(process.execArgv.length);
    process.disconnect();
  });`;
  const child = spawn(process.execPath, ['--eval', tells], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  expect(await once(child, 'message')).toEqual([2, undefined]);
});
