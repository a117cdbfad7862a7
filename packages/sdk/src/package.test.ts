import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MODULES = path.join(ROOT, 'node_modules');
let folder: string;

/** Packs, and unpacks into a project that has nothing else: what a customer gets. */
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-sdk-package-'));
  const packing = [
    'pack',
    '--silent',
    '--workspace',
    '@comporta/sdk',
    '--pack-destination',
    folder,
  ];
  execFileSync('npm', packing, { cwd: ROOT, stdio: 'pipe' });
  const installed = path.join(folder, 'node_modules/@comporta/sdk');
  mkdirSync(installed, { recursive: true });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'], { cwd: folder });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The machine's own Node where there is one, else ours: npm puts ours first on the path. */
function machineNode(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .filter((one) => !one.includes('node_modules'))
    .map((one) => path.join(one, 'node'))
    .find(existsSync);
  return found ?? process.execPath;
}

function run(script: string): string {
  writeFileSync(path.join(folder, 'script.js'), script);
  return execFileSync(machineNode(), ['script.js'], { cwd: folder, encoding: 'utf8' });
}

describe('the package', () => {
  it('needs no other package, and answers all conformance cases on the Node of this machine', () => {
    const vectors = path.join(ROOT, 'conformance/evaluation');
    const output = run(`
      import { readdirSync, readFileSync } from 'node:fs';
      import { createClient } from '@comporta/sdk';
      const nowhere = { url: 'http://127.0.0.1:9', key: 'key' };
      const logger = { info() {}, warn() {}, error() {} };
      let count = 0;
      for (const name of readdirSync(${JSON.stringify(vectors)})) {
        if (!name.endsWith('.json')) continue;
        const { snapshot, cases } = JSON.parse(readFileSync(${JSON.stringify(vectors)} + '/' + name));
        const client = createClient({ ...nowhere, logger, bootstrap: snapshot });
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

  it('comes with its licence, and with that of what is inside', () => {
    const installed = path.join(folder, 'node_modules/@comporta/sdk');
    const textOf = (file: string) => readFileSync(path.join(installed, file), 'utf8');
    expect(textOf('LICENSE')).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
    expect(textOf('dist/LICENSE-re2js')).toContain('MIT License');
  });

  it('has a test double that works without OpenFeature', () => {
    const output = run(`
      import { createTestClient } from '@comporta/sdk/testing';
      console.log(createTestClient({ colour: 'green' }).string('colour', {}, 'red'));
    `);
    expect(output).toBe('green\n');
  });

  it('has types that a strict project accepts, and a provider that OpenFeature accepts', () => {
    for (const name of ['@openfeature', '@types', 'undici-types']) {
      symlinkSync(path.join(MODULES, name), path.join(folder, 'node_modules', name));
    }
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
  }, 60_000);
});
