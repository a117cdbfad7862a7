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
 * Layers run one after the other, because each keeps both cores busy; those that do not are listed together and run in
 * parallel. The build needs the output of the compiler, and tests pack what the build writes.
 */
export const ORDER = [['types'], ['static', 'build'], ['fast'], ['acceptance'], ['browser']];
