interface Layer {
  readonly command: readonly string[];
  /** Whether its command runs tests, and reports them. */
  readonly hasTests?: true;
}

export const LAYERS: Readonly<Record<string, Layer>> = {
  types: { command: ['npx', 'tsc', '-b'] },
  static: { command: ['npm', 'run', '--silent', 'check'] },
  build: { command: ['npm', 'run', '--silent', 'build'] },
  fast: { command: ['npx', 'vitest', 'run', '--project', '!acceptance'], hasTests: true },
  acceptance: { command: ['npx', 'vitest', 'run', '--project', 'acceptance'], hasTests: true },
  browser: { command: ['npx', 'playwright', 'test', '--config', 'e2e'], hasTests: true },
};
/**
 * One after the other, as each keeps both cores busy; those that do not stand side by side. The build writes what the
 * compiler wrote before, and what tests pack.
 */
export const ORDER = [['types'], ['static', 'build'], ['fast'], ['acceptance'], ['browser']];
