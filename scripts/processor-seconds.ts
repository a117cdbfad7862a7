/**
 * The command, run by a shell that writes the processor time of the command and all its children to file
 * descriptor 3. Windows has no such shell: there the command stays as it is, and nothing is written.
 */
export function withTimes(command: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return command;
  return ['sh', '-c', '"$@"; status=$?; times >&3; exit $status', 'sh', ...command];
}

/** Sums the output of `times`: lines such as `0m0.02s 0m0.01s` for the shell and its children. Undefined if empty. */
export function readProcessorSeconds(times: string): number | undefined {
  const parts = [...times.matchAll(/(\d+)m([\d.,]+)s/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce(
    (sum, [, minutes, seconds = '']) =>
      sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}
