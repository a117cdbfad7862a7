/**
 * Compares `comporta code scan` with one `git grep` on a repository of 10,000 files, in turns. The files are those of this
 * checkout, again and again, with names of toggles between them. `node bench/code.ts`; half a minute. Source: LIF-30.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnCommand } from '@comporta/server/testing/spawned-service';
import { print, quantile } from './service/numbers.ts';

const FILES = 10_000;
const FOLDERS = 200;
const TOGGLES = 300;
const EACH = 7;
const ROUNDS = 10;
const PATTERN = `['"\`](toggle-[0-9]+)['"\`]`;

const checkout = fileURLToPath(new URL('..', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.md'], { cwd: checkout });
const texts = listed
  .toString()
  .split('\0')
  .filter((file) => file !== '')
  .map((file) => readFileSync(join(checkout, file), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'comporta-code-'));
for (let n = 0; n < FOLDERS; n += 1) mkdirSync(join(folder, `part-${n}`));
for (let n = 0; n < FILES; n += 1) {
  const named = n % EACH === 0 ? `\nif (on('toggle-${n % TOGGLES}')) {}\n` : '';
  writeFileSync(join(folder, `part-${n % FOLDERS}/file-${n}.ts`), texts[n % texts.length] + named);
}
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    maxBuffer: 1024 ** 3,
  });
git('init', '-q', '-b', 'main');
git('add', '-A');
git('commit', '-q', '-m', 'files');

const toggles = Array.from({ length: TOGGLES }, (_, n) => ({
  ...{ name: `toggle-${n}`, archived: false, stale: false },
}));
const service = createServer((_, response) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ repositories: [], toggles }));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = service.address();
const port = typeof address === 'object' ? address?.port : undefined;
const settings = { COMPORTA_URL: `http://127.0.0.1:${port}`, COMPORTA_KEY: 'cpt_svc_bench' };
const application = randomUUID();

async function scan(): Promise<string> {
  const args = ['code', 'scan', folder, '--repository', 'bench', '--dry-run'];
  const { ended } = await spawnCommand([...args, '--application', application], settings);
  const { stdout, stderr, code } = await ended;
  if (code !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').at(-1) ?? '';
}

async function secondsOf(work: () => unknown): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

const found = await scan();
const rounds: { readonly scan: number; readonly grep: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const grep = await secondsOf(() => git('grep', '-nE', PATTERN));
  rounds.push({ grep, scan: await secondsOf(scan) });
}
const median = (of: (round: (typeof rounds)[number]) => number) =>
  quantile(rounds.map(of), 0.5).toFixed(2);
print(`${FILES} files: ${found}`);
print(
  `code scan ${median((one) => one.scan)} s, the start of Node included; git grep ${median((one) => one.grep)} s: × ${median((one) => one.scan / one.grep)} (at most 5)`,
);
service.close();
rmSync(folder, { recursive: true });
