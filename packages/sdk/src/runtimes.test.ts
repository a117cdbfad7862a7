import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keptPackage } from '@comporta/server/testing/node-versions';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveService, startLiveService } from './test-support/live-service.ts';

const VERSIONS = { workerd: '1.20261117.1', deno: '2.9.6', bun: '1.4.5' } as const;
const PROGRAMS = { workerd: 'bin/workerd', deno: 'bin.cjs', bun: 'bin/bun.exe' } as const;
type Runtime = keyof typeof VERSIONS;

let service: LiveService;
let folder: string;
let env: Readonly<Record<'COMPORTA_URL' | 'COMPORTA_KEY', string>>;

beforeAll(async () => {
  service = await startLiveService();
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-runtimes-'));
  env = { COMPORTA_URL: service.url, COMPORTA_KEY: await service.newKey() };
  await service.release(await service.addToggle('new-checkout'), 'enabled');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

/** Takes a program verbatim from docs/clients/edge.md and bundles it with the SDK. */
async function bundleFor(runtime: Runtime): Promise<string> {
  const docs = fileURLToPath(new URL('../../../docs/clients/edge.md', import.meta.url));
  const marked = new RegExp(`^\`\`\`js run=${runtime}\\n(.*?)^\`\`\`$`, 'ms');
  const [, contents = ''] = marked.exec(readFileSync(docs, 'utf8')) ?? [];
  const sourceOf = (entry: string) => fileURLToPath(new URL(`./${entry}.ts`, import.meta.url));
  const outfile = path.join(folder, `${runtime}.mjs`);
  await build({
    stdin: { contents, resolveDir: folder },
    outfile,
    bundle: true,
    format: 'esm',
    platform: runtime === 'bun' ? 'node' : 'browser',
    // As the export conditions of the package choose (package.test.ts).
    alias: { '@comporta/sdk': sourceOf(runtime === 'bun' ? 'sdk' : 'edge') },
  });
  return outfile;
}

function programOf(runtime: Runtime): string {
  return path.join(keptPackage(runtime, VERSIONS[runtime]), PROGRAMS[runtime]);
}

/** Runs only with RUNTIMES=1: it downloads about 350 MB from npm. package.test.ts checks which APIs the entry uses. */
describe.runIf(process.env.RUNTIMES === '1')('SDK-22: the program of docs/clients/edge.md', () => {
  it('answers many requests at once in a Worker, which has no Node APIs', async () => {
    const port = await findFreePort();
    await bundleFor('workerd');
    writeFileSync(path.join(folder, 'config.capnp'), workerConfig(port));
    const worker = spawn(programOf('workerd'), ['serve', 'config.capnp'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(worker, 'exit');
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
      return answer?.text();
    };
    await expect.poll(ask).toBe('true');
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill('true'));
    worker.kill();
    await ended;
  });

  it.each([
    ['deno', ['run', '--allow-net', '--allow-env', 'deno.mjs']],
    ['bun', ['run', 'bun.mjs']],
  ] as const)('returns what the service decides in %s, in live mode', async (runtime, args) => {
    await bundleFor(runtime);
    const { PATH, HOME } = process.env;
    const options = { cwd: folder, env: { ...env, PATH, HOME, NO_COLOR: '1' } };
    const { stdout } = await promisify(execFile)(programOf(runtime), args, options);
    expect(stdout).toBe('true\n');
  });
});

function workerConfig(port: number): string {
  const binding = ([name, text]: readonly [string, string]) =>
    `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "workerd.mjs")],
  compatibilityDate = "2026-11-01",
  bindings = [${Object.entries(env).map(binding).join(', ')}],
);
`;
}
