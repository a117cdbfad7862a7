/**
 * Compares the startup cost of our SDKs with that of other SDKs from npm: the time and memory of an import in
 * a process of its own, and the size bundled, minified and compressed. `node bench/clients.ts`; half a minute.
 * Run `npm run build` first.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { print, quantile } from './service/numbers.ts';

const ROUNDS = 11;
const HERE = fileURLToPath(new URL('.', import.meta.url));

const SERVERS = [
  ['@comporta/sdk', '../packages/sdk/dist/sdk.js'],
  ['unleash-client', 'unleash-client'],
  ['LaunchDarkly', '@launchdarkly/node-server-sdk'],
  ['ConfigCat', 'configcat-node'],
  ['GrowthBook', '@growthbook/growthbook'],
] as const;
const PAGES = [
  ['@comporta/web, with its provider', '../packages/web/dist/openfeature.js'],
  ['OFREP web provider', '@openfeature/ofrep-web-provider'],
] as const;

interface Cost {
  readonly ms: number;
  readonly megabytes: number;
}

/** Starts a process that imports the module, or nothing, and reports the time and memory of the import. */
function importOnce(module: string | undefined): Cost {
  const script = `
    const before = process.memoryUsage().rss;
    const since = performance.now();
    ${module === undefined ? '' : `await import(${JSON.stringify(module)});`}
    const ms = performance.now() - since;
    console.log(JSON.stringify({ ms, megabytes: (process.memoryUsage().rss - before) / 2 ** 20 }));
    process.exit();`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: HERE, encoding: 'utf8' }));
}

function costOf(module: string): Cost {
  const rounds = Array.from({ length: ROUNDS }, () => importOnce(module));
  return {
    ms: quantile(
      rounds.map(({ ms }) => ms),
      0.5,
    ),
    megabytes: quantile(
      rounds.map(({ megabytes }) => megabytes),
      0.5,
    ),
  };
}

async function compressedBytes(module: string, platform: 'node' | 'browser'): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(module)};`, resolveDir: HERE },
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    external: platform === 'browser' ? ['@openfeature/web-sdk'] : [],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

for (const [name, module] of SERVERS) {
  const { ms, megabytes } = costOf(module);
  const bytes = kilobytes(await compressedBytes(module, 'node'));
  print(`${name}: import ${ms.toFixed(0)} ms, ${megabytes.toFixed(1)} MB, ${bytes} compressed`);
}
for (const [name, module] of PAGES) {
  print(`${name}: ${kilobytes(await compressedBytes(module, 'browser'))} compressed`);
}
