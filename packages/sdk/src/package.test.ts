import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { nodeOf, OLDER_NODES } from '@comporta/server/testing/node-versions';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage } from '../../../scripts/packed-package.ts';
import { SERVING, servedLists } from './test-support/served-lists.ts';
import { startTroubledService, type TroubledService } from './test-support/troubled-service.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MODULES = path.join(ROOT, 'node_modules');
let packed: PackedPackage;
let folder: string;

beforeAll(() => {
  packed = packPackage('@comporta/sdk');
  folder = packed.project;
});
afterAll(() => packed.remove());

/** The machine's own Node if there is one, otherwise the one in use: npm puts ours first on the path. */
function machineNode(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .filter((one) => !one.includes('node_modules'))
    .map((one) => path.join(one, 'node'))
    .find(existsSync);
  return found ?? process.execPath;
}

/** Links the packages that a project with OpenFeature and TypeScript has besides. */
function linkTypes(): void {
  for (const name of ['@openfeature', '@types', 'undici-types']) {
    const link = path.join(folder, 'node_modules', name);
    if (!existsSync(link)) symlinkSync(path.join(MODULES, name), link);
  }
}

/** The files of conformance/evaluation, with what a service answers about the lists beside the snapshot. */
function conformanceFiles() {
  const vectors = path.join(ROOT, 'conformance/evaluation');
  const names = readdirSync(vectors).filter((name) => name.endsWith('.json'));
  return names.map((name) => {
    const file = JSON.parse(readFileSync(path.join(vectors, name), 'utf8'));
    return { ...file, name, lists: file.lists && servedLists(file.lists) };
  });
}

function run(script: string): string {
  writeFileSync(path.join(folder, 'script.js'), script);
  return execFileSync(machineNode(), ['script.js'], { cwd: folder, encoding: 'utf8' });
}

describe('the package', () => {
  it('needs no other package, and answers all conformance cases on the Node of this machine', () => {
    writeFileSync(path.join(folder, 'conformance.json'), JSON.stringify(conformanceFiles()));
    const output = run(`
      import { readFileSync } from 'node:fs';
      import { createClient } from '@comporta/sdk';
      const nowhere = { url: 'http://127.0.0.1:9', key: 'key' };
      const logger = { info() {}, warn() {}, error() {} };
      ${SERVING}
      let count = 0;
      for (const { name, snapshot, lists, cases } of JSON.parse(readFileSync('conformance.json'))) {
        const withLists = lists && { live: false, fetch: serving(snapshot, lists) };
        const client = createClient({ ...nowhere, logger, bootstrap: snapshot, ...withLists });
        if (lists) await client.refresh();
        for (const { toggle, context, expected } of cases) {
          const details = client.details(toggle, context, 'fallback');
          if (details.variant !== expected.value || details.reason !== expected.reason) {
            throw new Error(name + ' ' + toggle + ' ' + JSON.stringify(details));
          }
          count++;
        }
        await client.close();
      }
      console.log(process.version, count);
    `);
    process.stdout.write(`Node and cases: ${output}`);
    expect(Number(output.split(' ')[1])).toBeGreaterThan(400);
  });

  it('comes with its own licence and that of the bundled code', () => {
    const textOf = (file: string) => readFileSync(path.join(packed.installed, file), 'utf8');
    expect(textOf('LICENSE')).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
    expect(textOf('dist/LICENSE-re2js')).toContain('MIT License');
  });

  it('CODE-17: publint and Are the Types Wrong find nothing to say about it', async () => {
    expect(await packed.problems()).toEqual([]);
  });

  it('has a test double that works without OpenFeature', () => {
    const output = run(`
      import { createTestClient } from '@comporta/sdk/testing';
      console.log(createTestClient({ colour: 'green' }).string('colour', {}, 'red'));
    `);
    expect(output).toBe('green\n');
  });

  it('SDK-22: its edge entry runs with nothing but Web APIs', async () => {
    const contents = `
      import { createClient } from '@comporta/sdk/edge';
      globalThis.ask = async (url, conformance) => {
        const logger = { info() {}, warn() {}, error() {} };
        const options = { url, key: 'key', logger };
        ${SERVING}
        let count = 0;
        for (const { snapshot, lists, cases } of JSON.parse(conformance)) {
          const withLists = lists && { fetch: serving(snapshot, lists) };
          const client = createClient({ ...options, live: false, bootstrap: snapshot, ...withLists });
          if (lists) await client.refresh();
          for (const { toggle, context, expected } of cases) {
            const { variant, reason } = client.details(toggle, context, 'fallback');
            if (variant !== expected.value || reason !== expected.reason) throw new Error(toggle);
            count += 1;
          }
        }
        const client = createClient(options);
        const isReady = await client.ready();
        while (!client.status().connected) await new Promise((resolve) => setTimeout(resolve, 5));
        await client.close();
        return [isReady, client.status().state, count, typeof process + typeof Buffer];
      };`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      platform: 'browser',
      write: false,
    });
    const bundle = outputFiles[0]?.text ?? '';
    expect(bundle).not.toMatch(/["']node:/);

    const conformance = JSON.stringify(conformanceFiles());
    const service = await startTroubledService();
    const context = vm.createContext({ ...WEB_APIS, conformance });
    vm.runInContext(bundle, context);
    const asking = `ask('${service.url}/lively', conformance)`;
    const [isReady, state, count, globals] = await vm.runInContext(asking, context);
    service.close();
    expect([isReady, state, globals]).toEqual([true, 'CLOSED', 'undefinedundefined']);
    expect(count).toBeGreaterThan(400);
  });

  it.each(['workerd', 'worker', 'deno', 'browser', 'node'])(
    'CLT-11: the export condition %s chooses what the runtime has',
    async (condition) => {
      linkTypes();
      for (const entry of ['@comporta/sdk', '@comporta/sdk/openfeature']) {
        for (const code of [`export * from '${entry}'`, `module.exports = require('${entry}')`]) {
          const { outputFiles } = await build({
            stdin: { contents: code, resolveDir: folder },
            bundle: true,
            platform: condition === 'node' ? 'node' : 'neutral',
            conditions: [condition],
            external: ['node:*', '@openfeature/server-sdk'],
            write: false,
          });
          const asksForNode = /["']node:/.test(outputFiles[0]?.text ?? '');
          expect(asksForNode, code).toBe(condition === 'node');
        }
      }
    },
  );

  it('CLT-11: what a program for Node asks of files is said to be missing elsewhere', () => {
    const output = run(`
      import { createClient } from '@comporta/sdk/edge';
      const logger = { info() {}, warn: console.log, error() {} };
      const options = { url: 'http://127.0.0.1:9', key: 'key', live: false, logger };
      createClient({ ...options, file: '/tmp/toggles' });
    `);
    expect(output).toBe('Comporta: the option file needs Node\n');
  });

  it('CLT-07: an open client keeps the process alive, also while the service is unreachable', () => {
    const output = run(`
      import { createClient } from '@comporta/sdk';
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        if (asked === 3) client.close();
        throw new Error('unreachable');
      };
      const logger = { info() {}, warn() {}, error() {} };
      const client = createClient({ url: 'http://127.0.0.1:9', key: 'key', fetch, logger });
      process.on('exit', () => console.log(asked, client.status().state));
    `);
    expect(output).toBe('3 CLOSED\n');
  });

  it('SDK-10: each entry can be loaded with require', () => {
    const script = `
      const { createClient } = require('@comporta/sdk');
      require('@comporta/sdk/edge');
      require('@comporta/sdk/hook').createHook({ url: 'http://127.0.0.1:9', key: 'key' });
      const { createTestClient } = require('@comporta/sdk/testing');
      const { ComportaProvider } = require('@comporta/sdk/openfeature');
      const { OpenFeature } = require('@openfeature/server-sdk');
      const logger = { info() {}, warn() {}, error() {} };
      const client = createClient({ url: 'http://127.0.0.1:9', key: 'key', logger });
      OpenFeature.setProviderAndWait(new ComportaProvider(createTestClient({ on: true })))
        .then(() => OpenFeature.getClient().getBooleanValue('on', false))
        .then((value) => console.log(value, client.status().state))
        .then(() => client.close());
    `;
    linkTypes();
    writeFileSync(path.join(folder, 'required.cjs'), script);
    const output = execFileSync(nodeOf('20.20.2'), ['required.cjs'], { cwd: folder });
    expect(String(output)).toMatch(/^true (STARTING|UNREACHABLE)\n$/);
  });

  it('SDK-10: has types for a project that compiles to CommonJS', () => {
    linkTypes();
    const main = `
      import { createClient, type Details } from '@comporta/sdk';
      import { createClient as createEdgeClient, type Client } from '@comporta/sdk/edge';
      import { ComportaProvider } from '@comporta/sdk/openfeature';
      import { createHook } from '@comporta/sdk/hook';
      import { createTestClient } from '@comporta/sdk/testing';
      export const hook = createHook({ url: 'http://127.0.0.1:9', key: 'key' });
      export const provider = new ComportaProvider(createTestClient({ on: true }));
      export const another = new ComportaProvider({ url: 'http://127.0.0.1:9', key: 'key', file: '/tmp/x' });
      export const details: Details<boolean> = createTestClient().details('on', {}, false);
      export const open: typeof createClient = createClient;
      export const edge: Client = createEdgeClient({ url: 'http://127.0.0.1:9', key: 'key' });
    `;
    writeFileSync(path.join(folder, 'common.cts'), main);
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['preserve', 'bundler'],
    ]) {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        module,
        moduleResolution,
        types: ['node'],
      };
      const project = JSON.stringify({ compilerOptions, files: ['common.cts'] });
      writeFileSync(path.join(folder, 'tsconfig.common.json'), project);
      const tsc = path.join(MODULES, '.bin/tsc');
      execFileSync(tsc, ['-p', 'tsconfig.common.json'], { cwd: folder, stdio: 'pipe' });
    }
  });

  it('its types compile in a strict project, and OpenFeature accepts its provider', () => {
    linkTypes();
    const main = `
      import { OpenFeature } from '@openfeature/server-sdk';
      import { type Client, type Context, createClient, type Details } from '@comporta/sdk';
      import { ComportaProvider } from '@comporta/sdk/openfeature';
      import { createTestClient } from '@comporta/sdk/testing';

      export const real: Client = createClient({ url: 'http://127.0.0.1:9', key: 'key', file: '/tmp/x' });
      export const ana: Context = { uid: 'ana', properties: { country: 'BR' } };
      export const details: Details<boolean> = real.details('new-checkout', ana, false);
      export const order: number | undefined = real.explain('x', ana)?.rules[0]?.order;
      // @ts-expect-error A date is text.
      real.boolean('new-checkout', { properties: { since: new Date() } }, false);
      await OpenFeature.setProviderAndWait(new ComportaProvider(createTestClient({ on: true })));
      const value: boolean = await OpenFeature.getClient().getBooleanValue('on', false);
      process.stdout.write(String(value));
      await real.close();
    `;
    writeFileSync(path.join(folder, 'main.ts'), main);
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      outDir: 'out',
    };
    const project = JSON.stringify({ compilerOptions, files: ['main.ts'] });
    writeFileSync(path.join(folder, 'tsconfig.json'), project);
    const tsc = path.join(MODULES, '.bin/tsc');
    execFileSync(tsc, ['-p', '.'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const output = execFileSync(machineNode(), ['out/main.js'], { cwd: folder, stdio: 'pipe' });
    expect(String(output)).toBe('true');
  });
});

/** The globals of an edge runtime: Web APIs only. */
const WEB_APIS = {
  ...{ console, setTimeout, clearTimeout, fetch, Headers, Request, Response, URL },
  ...{ AbortController, AbortSignal, ReadableStream, TextDecoder, TextEncoder },
};

/** Factor by which the client's timers run faster in these scripts. */
const HASTE = 5;

/** Script: a client with an open stream, after a garbage collection. */
const CLIENT_AFTER_COLLECTION = `
  import { createClient } from '@comporta/sdk';
  const { setTimeout: realTimeout } = globalThis;
  const pause = (ms) => new Promise((resolve) => realTimeout(resolve, ms));
  globalThis.setTimeout = (work, ms, ...rest) => realTimeout(work, ms / ${HASTE}, ...rest);
  async function until(isSo) {
    const since = performance.now();
    while (!isSo()) {
      if (performance.now() - since > 60_000) return 'never';
      await pause(5);
    }
    return 'so';
  }
  const logger = { info() {}, warn() {}, error() {} };
  const client = createClient({ url: process.argv[2], key: 'key', logger });
  await until(() => client.status().connected || client.status().lastError);
  for (let round = 0; round < 40; round++) Array.from({ length: 40_000 }, () => ({}));
  gc();
  await pause(50);
  gc();
`;

/** The oldest version, where a regression is likeliest; `npm run test:nightly` runs all. */
const VERSIONS =
  process.env.NIGHTLY === undefined ? [OLDER_NODES[0]] : [...OLDER_NODES, process.versions.node];

describe.concurrent.each(VERSIONS)('on Node %s', (version) => {
  const node = OLDER_NODES.find((older) => older === version);
  let service: TroubledService;

  beforeAll(async () => {
    service = await startTroubledService();
    if (node !== undefined) nodeOf(node);
  });
  afterAll(() => service.close());

  /** Runs the script with a client of that service path; returns its last line. Its first is the Node version. */
  async function say(place: string, script: string): Promise<string> {
    const file = path.join(folder, `${version}-${place}.js`);
    const ending = `console.log(process.versions.node, await (${script})()); process.exit();`;
    writeFileSync(file, CLIENT_AFTER_COLLECTION + ending);
    const { stdout } = await promisify(execFile)(
      node === undefined ? process.execPath : nodeOf(node),
      ['--expose-gc', file, `${service.url}/${place}`],
      { timeout: 100_000 },
    );
    const [ranOn, said = ''] = stdout.trim().split(' ');
    expect(ranOn).toBe(version);
    return said;
  }

  // The client's own clock measures how long each takes, because what the collector frees is lost for good.
  it('SDK-01: close() ends a stream even after a garbage collection', async () => {
    const closed = await say('lively', `async () => client.close().then(() => 'closed')`);
    expect(closed).toBe('closed');
  });

  it('SDK-01: notices that a connection is frozen', async () => {
    const noticed = await say(
      'frozen',
      `async () => client.status().connected ? until(() => !client.status().connected) : 'sooner'`,
    );
    expect(noticed).toBe('so');
  });

  it('SDK-01: gives up a snapshot response that stalls', async () => {
    const gaveUp = await say(
      'stalled',
      `async () => until(() => client.status().state === 'STALE')`,
    );
    expect(gaveUp).toBe('so');
  });

  it('SDK-01: does not follow a redirect, which would leak its key', async () => {
    const said = await say(
      'moved',
      'async () => client.status().lastError.message.split(" ").at(-1)',
    );
    expect(said).toBe('302');
    expect(service.requests).toContain('/moved/api/sdk/snapshot?revision=0');
    expect(service.requests).not.toContain('/elsewhere');
  });
});
