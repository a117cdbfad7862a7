interface Layer {
  readonly command: readonly string[];
  /** Whether its command runs tests, and reports them. */
  readonly hasTests?: true;
}

export const LAYERS: Readonly<Record<string, Layer>> = {
  static: { command: ['npm', 'run', '--silent', 'check'] },
  build: { command: ['npm', 'run', '--silent', 'build'] },
  fast: { command: ['npx', 'vitest', 'run', '--project', '!acceptance'], hasTests: true },
  acceptance: { command: ['npx', 'vitest', 'run', '--project', 'acceptance'], hasTests: true },
  browser: { command: ['npx', 'playwright', 'test', '--config', 'e2e'], hasTests: true },
};
/**
 * Steps, one after the other. The lanes of a step run side by side, the layers of a lane one after the
 * other: each waits for half of its time, for a database or a browser. The build writes what the compiler
 * wrote before.
 */
export const STEPS = [
  [['static']],
  [
    ['build', 'browser'],
    ['fast', 'acceptance'],
  ],
];
