/**
 * Runs all layers of tests and prints a summary. With the name of a layer it runs only that one, and passes the
 * remaining arguments to its command. The last line is such as `3706 passed, 0 failed`.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LAYERS, ORDER } from './layers.ts';
import { readProcessorSeconds, withTimes } from './processor-seconds.ts';
import { proofOf } from './proven-statements.ts';
import { readRequirements } from './requirements.ts';
import { readReport } from './test-report.ts';
import { type LayerResult, summaryOf } from './test-summary.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const REPORTS = path.join(ROOT, 'test-reports');

const [only, ...parameters] = process.argv.slice(2);
process.exitCode = (await (only === undefined ? runAll() : runOne(only, parameters))) ? 0 : 1;

async function runAll(): Promise<boolean> {
  const results: LayerResult[] = [];
  for (const names of ORDER) {
    results.push(...(await Promise.all(names.map((name) => run(name, [])))));
  }
  const outcomes = results.flatMap((result) => result.outcomes ?? []);
  return conclude(results, proofOf(await readRequirements(), outcomes));
}

async function runOne(name: string, parameters: readonly string[]): Promise<boolean> {
  return conclude([await run(name, parameters)]);
}

function conclude(...from: Parameters<typeof summaryOf>): boolean {
  const { lines, passed, failed } = summaryOf(...from);
  write(['', ...lines, '', `${passed} passed, ${failed} failed`]);
  return failed === 0;
}

async function run(name: string, parameters: readonly string[]): Promise<LayerResult> {
  const layer = LAYERS[name];
  if (layer === undefined) throw new Error(`No layer ${name}: ${Object.keys(LAYERS).join(', ')}`);
  const report = path.join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const since = performance.now();
  const [command = '', ...rest] = withTimes([...layer.command, ...parameters]);
  const child = spawn(command, rest, {
    cwd: ROOT,
    env: { ...process.env, TEST_REPORT: report },
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    shell: process.platform === 'win32', // npm and npx are scripts on Windows.
  });
  const times = child.stdio[3] as Readable; // A stream because of `pipe`.
  const processorSeconds = text(times).then(readProcessorSeconds);
  const isGood = await new Promise<boolean>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
  const seconds = (performance.now() - since) / 1000;
  const outcomes = layer.hasTests ? await readReport(report) : undefined;
  const { budgetSeconds } = layer;
  const cost = { seconds, budgetSeconds, processorSeconds: await processorSeconds };
  return { name, ...cost, isGood, outcomes };
}

function write(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
