import { availableParallelism } from 'node:os';

interface Layer {
  readonly command: readonly string[];
  /** Whether its command runs tests, and reports them. */
  readonly hasTests?: true;
  /** What it may take on two quiet cores, so that all take eight minutes. A new noun may add 3 s to fast. */
  readonly budgetSeconds: number;
}

/** Acceptance tests wait longer than others: for processes, databases that are frozen, and disks that are full. */
const WAITING = String(2 * availableParallelism());

export const LAYERS: Readonly<Record<string, Layer>> = {
  // Projects are compiled side by side; several checkers of one project would repeat much of the work.
  types: { command: ['npx', 'tsc', '-b', '--checkers', '1'], budgetSeconds: 15 },
  static: { command: ['npm', 'run', '--silent', 'check:static'], budgetSeconds: 28 },
  build: { command: ['npm', 'run', '--silent', 'build'], budgetSeconds: 28 },
  fast: {
    command: ['npx', 'vitest', 'run', '--project', 'packages', '--project', 'server'],
    budgetSeconds: 125,
    hasTests: true,
  },
  acceptance: {
    command: ['npx', 'vitest', 'run', '--project', 'acceptance', '--maxWorkers', WAITING],
    budgetSeconds: 105,
    hasTests: true,
  },
  browser: {
    command: ['npx', 'playwright', 'test', '--config', 'e2e'],
    budgetSeconds: 205,
    hasTests: true,
  },
};
/**
 * Layers run one after the other, because each keeps both cores busy; those that do not are listed together and run in
 * parallel. The build needs the output of the compiler, and tests pack what the build writes.
 */
export const ORDER = [['types'], ['static', 'build'], ['fast'], ['acceptance'], ['browser']];
