import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { CodeScan } from '@comporta/contract/code-references/code-references';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../platform/base/ids.ts';
import { spawnCommand } from '../../testing/spawned-service.ts';

/** What stands around the names, and must not be sent. */
const SECRET = 'correct-horse';
const appId = newId();

let folder: string;
let service: Server;
let settings: Readonly<Record<string, string>>;
let sent: string[];
let names: readonly string[];
let code: {
  run(...args: string[]): Promise<{ stdout: string; stderr: string; code: number | null }>;
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'comporta-code-'));
  git('init', '-q', '-b', 'main');
  sent = [];
  names = ['checkout', 'promo', 'old', 'unused'];
  service = createServer(async (request, response) => {
    if (request.method === 'PUT') sent.push(await text(request));
    const toggles = names.map((name) => ({ name, archived: name === 'old', stale: false }));
    const answer = request.method === 'PUT' ? { unknown: [] } : { repositories: [], toggles };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  settings = { COMPORTA_URL: `http://127.0.0.1:${port}`, COMPORTA_KEY: 'cpt_svc_test' };
  code = {
    async run(...args) {
      const all = ['code', ...args, '--application', appId];
      return (await spawnCommand(all, { ...settings, XDG_CONFIG_HOME: folder })).ended;
    },
  };
});
afterEach(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

function git(...args: string[]): void {
  const person = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  execFileSync('git', [...person, ...args], { cwd: folder, stdio: 'ignore' });
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

function commit(): void {
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'change');
}

it('LIF-30, LIF-32: sends names, paths, lines and columns, and no text of any file', async () => {
  write('src/a.ts', `const ${SECRET.replace('-', '')} = '${SECRET}';\nif (on('checkout')) {}\n`);
  write('src/b c.ts', `on("promo") // ${SECRET}`);
  write('src/skipped.test.ts', `on('promo')`);
  write('docs/readme.md', `'promo'`);
  write('src/binary.ts', Buffer.from(`'promo'\0`));
  write('src/large.ts', `'promo'${' '.repeat(1024 * 1024)}`);
  write('.comporta.json', '{"include": ["src/**"], "exclude": ["**/*.test.ts"]}');
  symlinkSync('/etc/passwd', path.join(folder, 'src/link.ts'));
  commit();
  write('src/untracked.ts', `on('promo')`);
  const link = 'https://git.example.com/{commit}/{path}#L{line}';
  const {
    code: exit,
    stdout,
    stderr,
  } = await code.run(...['scan', folder, '--repository', 'acme/shop', '--link', link]);
  expect([exit, stderr]).toEqual([0, '']);
  expect(stdout).toContain('2 of 4 toggles are named, in 2 places of 2 files; sent as acme/shop');
  const scan: CodeScan = JSON.parse(sent[0] ?? '');
  expect(scan).toMatchObject({ repository: 'acme/shop', branch: 'main', urlTemplate: link });
  expect(scan.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(scan.references).toEqual([
    { toggle: 'checkout', count: 1, places: [{ path: 'src/a.ts', line: 2, column: 9 }] },
    { toggle: 'promo', count: 1, places: [{ path: 'src/b c.ts', line: 1, column: 5 }] },
  ]);
  expect(sent.join()).not.toMatch(/correct|horse|const|if \(/);
});

it('LIF-30: leaves out what lies outside of the folder or is no text, and says which files it did not read', async () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'comporta-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(path.join(outside, 'a.ts'), `on('checkout')`);
  write('linked/a.ts', `on('promo')`);
  write('gone.ts', `on('promo')`);
  write('huge.ts', '');
  truncateSync(path.join(folder, 'huge.ts'), 200 * 1024 * 1024);
  const latin1 = Buffer.concat([
    Buffer.from(`${folder}/caf`),
    Buffer.from([0xe9]),
    Buffer.from('.ts'),
  ]);
  writeFileSync(latin1, `on('old')`);
  write('.gitignore', 'huge.ts');
  git('init', '-q', '-b', 'main', 'part');
  write('part/b.ts', `on('unused')`);
  git('-C', 'part', 'add', '-A');
  git('-C', 'part', 'commit', '-q', '-m', 'part');
  git('add', '-A');
  git('add', '-N', '-f', 'huge.ts');
  git('commit', '-q', '-m', 'change');
  rmSync(path.join(folder, 'linked'), { recursive: true });
  symlinkSync(outside, path.join(folder, 'linked'));
  rmSync(path.join(folder, 'gone.ts'));
  const { stdout, stderr, code: exit } = await code.run('scan', folder, '--repository', 'shop');
  expect([exit, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').slice(-4)).toEqual([
    expect.stringContaining('1 of 4 toggles is named, in 1 place of 1 file; sent as shop'),
    'Not read, because larger than 1 MiB: 1 file.',
    'Not read, because not in the folder: 1 file that git tracks.',
    '',
  ]);
  expect(JSON.parse(sent[0] ?? '').references).toEqual([
    { toggle: 'old', count: 1, places: [{ path: 'caf\ufffd.ts', line: 1, column: 5 }] },
  ]);
});

it('LIF-34: a diff reads files whose names are not UTF-8', async () => {
  const latin1 = Buffer.concat([
    Buffer.from(`${folder}/caf`),
    Buffer.from([0xe9]),
    Buffer.from('.ts'),
  ]);
  writeFileSync(latin1, `on('checkout')`);
  commit();
  writeFileSync(latin1, `\non('checkout');\non('promo')`);
  const { stdout } = await code.run('diff', folder, '--base', 'main');
  expect(stdout).toContain('`promo` is new in the code: `caf\ufffd.ts:3`');
  expect(stdout).not.toContain('checkout');
});

it('LIF-30: says that git is not there', async () => {
  commit();
  const all = ['code', 'scan', folder, '--repository', 'shop', '--application', appId];
  const { ended } = await spawnCommand(all, { ...settings, PATH: '/nowhere' });
  expect(await ended).toMatchObject({ code: 1, stderr: 'git, or the folder, is not there\n' });
});

it('LIF-30: says what it would send; a name without quotes counts where it is asked for', async () => {
  write('a.ts', 'flags.checkout');
  commit();
  const quoted = await code.run('scan', folder, '--repository', 'shop', '--dry-run');
  expect(quoted.stdout).toContain('0 of 4 toggles are named');
  const words = await code.run(
    ...['scan', folder, '--repository', 'shop', '--dry-run', '--match', 'word'],
  );
  expect(words.stdout).toContain('1 of 4 toggles is named, in 1 place of 1 file; nothing was sent');
  expect(sent).toEqual([]);
});

it('LIF-32: lowers the places of each toggle until they fit into one call, and keeps the counts', async () => {
  names = Array.from({ length: 300 }, (_, index) => `toggle-${index}`);
  const line = names.map((name) => `'${name}'`).join(' ');
  write(`src/${'long-'.repeat(30)}.ts`, Array(60).fill(line).join('\n'));
  commit();
  expect(await code.run('scan', folder, '--repository', 'shop')).toMatchObject({ code: 0 });
  const { references }: CodeScan = JSON.parse(sent[0] ?? '');
  expect(Buffer.byteLength(sent[0] ?? '')).toBeLessThan(1024 * 1024);
  expect(references).toHaveLength(300);
  for (const { count, places } of references) expect([count, places.length]).toEqual([60, 5]);
});

it('LIF-30: says what is wrong: no repository of git, a commit without a branch, a wrong link or file', async () => {
  rmSync(path.join(folder, '.git'), { recursive: true });
  const none = await code.run('scan', folder, '--repository', 'shop');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('not a git repository')]);
  git('init', '-q', '-b', 'main');
  commit();
  git('checkout', '-q', '--detach');
  const detached = await code.run('scan', folder, '--repository', 'shop');
  expect([detached.code, detached.stderr]).toEqual([2, expect.stringContaining('--branch')]);
  for (const link of ['https://git.example.com/{file}#{line}', 'http://git.example.com/{path}']) {
    const linked = await code.run(...['scan', folder, '--repository', 'shop', '--link', link]);
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('{path}')]);
  }
  write('.comporta.json', '{"includes": []}');
  const wrong = await code.run('scan', folder, '--repository', 'shop', '--branch', 'main');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('includes')]);
});

it('LIF-34: a diff tells which toggles come and go, and new places of archived ones', async () => {
  write('a.ts', `on('checkout')`);
  write('b.ts', `on('promo');\non('old')`);
  commit();
  git('checkout', '-q', '-b', 'change');
  write('a.ts', `\n\non('promo')`);
  write('c.ts', `on('unused');\n on('old')`);
  commit();
  git('checkout', '-q', 'main');
  write('later.ts', `on('unused')`);
  commit();
  git('checkout', '-q', 'change');
  const { stdout, code: exit } = await code.run('diff', folder, '--base', 'main');
  expect(exit).toBe(0);
  expect(stdout.split('\n')).toEqual([
    '### Toggles in this change',
    '',
    '- `unused` is new in the code: `c.ts:1`',
    '- `checkout` is no longer in the code: it can be archived after merging.',
    '- **`old` is archived**, and is named in a new place: `c.ts:2`',
    '',
  ]);
  expect((await code.run('diff', folder, '--base', 'main', '--strict')).code).toBe(1);
  expect((await code.run('diff', folder, '--base', 'none')).code).toBe(1);
  git('checkout', '-q', '--orphan', 'apart');
  commit();
  expect(await code.run('diff', folder, '--base', 'main')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('in a shallow clone, fetch more'),
  });
  expect(sent).toEqual([]);
});
