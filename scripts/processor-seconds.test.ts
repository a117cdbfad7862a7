import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readProcessorSeconds, withTimes } from './processor-seconds.ts';

describe.skipIf(process.platform === 'win32')('the processor time of a command', () => {
  it('includes all its descendant processes, and its exit code stays the same', () => {
    const [command = '', ...rest] = withTimes(['sh', '-c', 'sh -c true; exit 3']);
    const { status, output } = spawnSync(command, rest, {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect(status).toBe(3);
    expect(readProcessorSeconds(output[3] ?? '')).toBeGreaterThanOrEqual(0);
  });

  it('is the sum of user and system time, of the shell and of its children', () => {
    expect(readProcessorSeconds('0m0.01s 0m0.02s\n1m30.5s 0m4.25s\n')).toBeCloseTo(94.78);
    expect(readProcessorSeconds('')).toBeUndefined();
  });
});
