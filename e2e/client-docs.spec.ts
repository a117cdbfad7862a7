import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import { build } from 'esbuild';
import { expect, test } from './fixtures.ts';
import { createTypedApplication } from './typed-application.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCS = path.join(ROOT, 'docs/clients');
const run = promisify(execFile);

interface Snippet {
  readonly language: string;
  readonly mark: string;
  readonly code: string;
}

/** The marked code blocks of a page of docs/clients, unchanged. */
async function snippetsOf(page: string): Promise<readonly Snippet[]> {
  const text = await readFile(path.join(DOCS, page), 'utf8');
  return [...text.matchAll(/^```(\w+) ([^\n]+)\n(.*?)^```$/gms)].map(
    ([, language = '', mark = '', code = '']) => ({ language, mark, code }),
  );
}

/** Bundles code as a customer's project would; our packages are resolved to their sources. */
async function bundle(
  entry: { readonly code: string } | { readonly file: string },
  outfile: string,
  options: Parameters<typeof build>[0] = {},
): Promise<void> {
  const packages = path.join(ROOT, 'packages');
  const source =
    'file' in entry
      ? { entryPoints: [entry.file] }
      : {
          stdin: {
            contents: entry.code,
            loader: 'jsx' as const,
            resolveDir: path.dirname(outfile),
          },
        };
  await build({
    ...source,
    outfile,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    nodePaths: [path.join(ROOT, 'node_modules')],
    alias: {
      '@comporta/sdk/openfeature': path.join(packages, 'sdk/src/openfeature.ts'),
      '@comporta/sdk/testing': path.join(packages, 'sdk/src/testing.ts'),
      '@comporta/sdk': path.join(packages, 'sdk/src/sdk.ts'),
      '@comporta/web/openfeature': path.join(packages, 'web/src/openfeature.ts'),
      '@comporta/web': path.join(packages, 'web/src/web.ts'),
    },
    ...options,
  });
}

const INTERPRETERS: Readonly<Record<string, readonly [command: string, ending: string]>> = {
  js: [process.execPath, '.mjs'],
  sh: ['sh', '.sh'],
  python: ['python3', '.py'],
  java: ['java', '.java'],
};
const OPTIONAL: ReadonlySet<string> = new Set(['python3', 'java']);

const FOR_NODE = {
  platform: 'node',
  // Bundled CommonJS modules call `require`, which an ES module does not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
} as const;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'comporta-docs-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

test('SDK-09, CLT-13, COV-08: each program of docs/clients for Node.js and for a shell does what its page says', async ({
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  const env = {
    ...process.env,
    COMPORTA_URL: service.url,
    COMPORTA_KEY: application.key,
    COMPORTA_CLIENT_KEY: await application.clientKey('https://shop.example.com'),
    FORCE_COLOR: '0',
  };
  const outputs: string[] = [];
  const others: string[] = [];
  for (const page of ['examples.md', 'node.md', 'testing.md', 'other-languages.md']) {
    for (const { language, mark, code } of await snippetsOf(page)) {
      if (!mark.startsWith('run') || mark === 'run=page') continue;
      const [command, ending] = INTERPRETERS[language] ?? [];
      if (command === undefined || ending === undefined) throw new Error(`who runs ${language}?`);
      const program = path.join(folder, `${outputs.length}${ending}`);
      if (language === 'js') await bundle({ code }, program, FOR_NODE);
      else await writeFile(program, code);
      const output = await run(command, [program], { env }).catch((error) => {
        // A machine may lack some of the languages; the programs that do run have to be right.
        if (error.code === 'ENOENT' && OPTIONAL.has(command)) return undefined;
        throw error;
      });
      if (output === undefined) process.stdout.write(`${command} is not here: not run\n`);
      else if (OPTIONAL.has(command)) others.push(output.stdout.trim());
      else outputs.push(output.stdout.trim());
    }
  }
  for (const output of others) expect(output).toMatch(/^True$|"value":true/);
  expect(outputs.slice(0, 5)).toEqual(Array(5).fill('true'));
  expect(JSON.parse(outputs[5] ?? '')).toMatchObject({ key: 'new-checkout', value: true });
  expect(JSON.parse(outputs[6] ?? '').flags).toContainEqual(
    expect.objectContaining({ key: 'new-checkout', value: true }),
  );
  expect(JSON.parse(outputs[7] ?? '')).toMatchObject({ 'new-checkout': 'enabled' });
  expect(outputs).toHaveLength(8);
});

test('SDK-09, CLT-13: each program of docs/clients for the browser does what its page says', async ({
  page,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  let script = '';
  const shop = createServer((request, response) =>
    request.url === '/page.js'
      ? response.setHeader('content-type', 'text/javascript').end(script)
      : response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end('<!doctype html><body><script type="module" src="/page.js"></script>'),
  ).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const { port } = shop.address() as AddressInfo; // The server listens on TCP, so the address is no pipe name.
  const origin = `http://localhost:${port}`;
  const key = await application.clientKey(origin);
  const define = {
    COMPORTA_URL: JSON.stringify(service.url),
    COMPORTA_CLIENT_KEY: JSON.stringify(key),
    'process.env.NODE_ENV': '"production"',
  };
  const all = [...(await snippetsOf('examples.md')), ...(await snippetsOf('pages.md'))];
  const snippets = all.filter(({ mark }) => mark === 'run=page');
  expect(snippets).toHaveLength(4);
  for (const { code } of snippets) {
    const outfile = path.join(folder, 'page.js');
    await bundle({ code }, outfile, { define, target: 'es2022' });
    script = await readFile(outfile, 'utf8');
    await page.goto(origin);
    await expect(page.getByText('true')).toBeVisible();
  }
  shop.close();
});

test('SDK-09: the server and the browser page of docs/clients render the same value, and work while Comporta is unavailable', async ({
  page,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  for (const { mark, code } of await snippetsOf('server-side-rendering.md')) {
    await writeFile(path.join(folder, mark.replace('file=', '')), code);
  }
  const define = { 'process.env.NODE_ENV': '"production"' };
  await bundle({ file: path.join(folder, 'page.jsx') }, path.join(folder, 'page.js'), { define });
  await bundle({ file: path.join(folder, 'server.jsx') }, path.join(folder, 'server.mjs'), {
    ...FOR_NODE,
    define,
  });
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const comportaPort = await findFreePort();
  const env = {
    ...process.env,
    PORT: `${port}`,
    COMPORTA_URL: `http://127.0.0.1:${comportaPort}`,
    COMPORTA_KEY: application.key,
    COMPORTA_CLIENT_KEY: await application.clientKey(origin),
  };
  const server = execFile(process.execPath, ['server.mjs'], { cwd: folder, env });
  const html = async () => {
    const response = await fetch(origin).catch(() => undefined);
    return response === undefined ? '' : response.text();
  };
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await expect.poll(html).toContain('<p>false</p>');
  await page.goto(origin);
  await expect(page.getByText('false')).toBeVisible();
  expect(errors).toEqual([]);

  const comporta = createTcpServer((socket) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1');
    pipeline(socket, upstream, socket, () => {});
  }).listen(comportaPort, '127.0.0.1');
  await expect(page.getByText('true')).toBeVisible();
  await expect.poll(html).toContain('<p>true</p>');
  await page.goto(origin);
  await expect(page.getByText('true')).toBeVisible();
  await application.release('disabled');
  await expect(page.getByText('false')).toBeVisible();
  server.kill();
  comporta.close();
});
