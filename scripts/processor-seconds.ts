/**
 * The command, run by a shell that writes the processor time of it and of all it started to file 3.
 * Windows has no such shell, and nothing is written there.
 */
export function withTimes(command: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return command;
  return ['sh', '-c', '"$@"; status=$?; times >&3; exit $status', 'sh', ...command];
}

/** Of what `times` wrote, such as `0m0.02s 0m0.01s` for the shell and once more for the rest; undefined for nothing. */
export function readProcessorSeconds(times: string): number | undefined {
  const parts = [...times.matchAll(/(\d+)m([\d.,]+)s/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce(
    (sum, [, minutes, seconds = '']) =>
      sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}
