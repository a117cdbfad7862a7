import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage } from '../../../scripts/packed-package.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage('@comporta/web');
  const others = path.join(packed.project, 'node_modules/@openfeature');
  symlinkSync(path.join(MODULES, '@openfeature'), others);
});
afterAll(() => packed.remove());

function run(file: string, text: string): string {
  writeFileSync(path.join(packed.project, file), text);
  return execFileSync(process.execPath, [file], { cwd: packed.project, encoding: 'utf8' });
}

/** Code of a server that renders pages, for both module systems. */
const DRAW = `
  const options = {
    url: 'https://toggles.example.com',
    key: 'cpt_web_1',
    bootstrap: {
      context: { targetingKey: 'ana' },
      flags: [{ key: 'checkout', value: true, variant: 'enabled', reason: 'STATIC' }],
      metadata: { revision: 1 },
      entityTag: '"1"',
    },
  };
  const client = createWebClient(options);
  OpenFeature.setProvider(new ComportaWebProvider(options));
  const drawn = OpenFeature.getClient().getBooleanValue('checkout', false);
  console.log(client.flag('checkout').value, drawn);
  client.close();`;

describe('the package', () => {
  it('CODE-17: publint and Are the Types Wrong find nothing to say about it', async () => {
    expect(await packed.problems()).toEqual([]);
  });

  it('comes with its licence and needs no other package', () => {
    const textOf = (file: string) => readFileSync(path.join(packed.installed, file), 'utf8');
    expect(textOf('LICENSE')).toBe(readFileSync(path.join(MODULES, '../LICENSE'), 'utf8'));
    expect(JSON.parse(textOf('package.json'))).not.toHaveProperty('dependencies');
    for (const file of ['dist/web.js', 'dist/web.cjs']) {
      expect(textOf(file)).not.toMatch(/["']node:|@comporta\/|@openfeature/);
    }
  });

  it('SDK-09: renders on a server, as an ES module and with require', () => {
    const names = ['createWebClient', 'ComportaWebProvider', 'OpenFeature'] as const;
    const from = ['@comporta/web', '@comporta/web/openfeature', '@openfeature/web-sdk'] as const;
    const imports = names.map((name, index) => `import { ${name} } from '${from[index]}';`);
    const requires = names.map((name, index) => `const { ${name} } = require('${from[index]}');`);
    expect(run('drawn.mjs', imports.join('\n') + DRAW)).toBe('true true\n');
    expect(run('drawn.cjs', requires.join('\n') + DRAW)).toBe('true true\n');
  });

  it('its types compile in strict projects, with ES modules and with CommonJS', () => {
    const text = `
      import { createWebClient, type Bootstrap, type WebClient } from '@comporta/web';
      import { ComportaWebProvider } from '@comporta/web/openfeature';
      import { OpenFeature } from '@openfeature/web-sdk';
      const options = { url: 'https://toggles.example.com', key: 'cpt_web_1' };
      export const client: WebClient = createWebClient({ ...options, store: false });
      export const drawn = (bootstrap: Bootstrap) => new ComportaWebProvider({ ...options, bootstrap });
      // @ts-expect-error A key is needed.
      createWebClient({ url: options.url });
      OpenFeature.setProvider(new ComportaWebProvider(options));
    `;
    const files = ['page.mts', 'page.cts'];
    for (const file of files) writeFileSync(path.join(packed.project, file), text);
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['preserve', 'bundler'],
    ]) {
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] },
        ...{ target: 'es2022', lib: ['es2023', 'dom'], module, moduleResolution },
      };
      const project = JSON.stringify({ compilerOptions, files });
      writeFileSync(path.join(packed.project, 'tsconfig.json'), project);
      const tsc = path.join(MODULES, '.bin/tsc');
      execFileSync(tsc, ['-p', '.'], { cwd: packed.project, stdio: 'pipe' });
    }
  });
});
