import type { Process, UnknownName, Use, UseReport } from './use-report.ts';

/**
 * Adds up reports of the same program, environment, key and day that no sender numbers. While the database is away, what
 * waits to be stored grows by what is new, and not by time.
 */
export function mergeReports(reports: readonly UseReport[]): UseReport[] {
  const groups = Map.groupBy(reports, ({ environmentId, trusted, day, program }) =>
    JSON.stringify([environmentId, trusted, day, program]),
  );
  return [...groups.values()].map(merged);
}

function merged(same: readonly UseReport[]): UseReport {
  const [first] = same;
  if (first === undefined) throw new Error('a group has a member');
  if (same.length === 1) return first;
  const uses = new Map<string, Use>();
  const unknown = new Map<string, UnknownName>();
  const processes = new Map<string, Process>();
  let { at } = first;
  for (const report of same) {
    if (report.at > at) at = report.at;
    for (const use of report.uses) {
      add(uses, JSON.stringify([use.toggleId, use.value, use.ruleId]), use);
    }
    for (const one of report.unknown) add(unknown, one.name, one);
    for (const one of report.processes ?? []) {
      const known = processes.get(one.sender);
      const firstAt =
        known !== undefined && known.firstAt < one.firstAt ? known.firstAt : one.firstAt;
      processes.set(one.sender, { ...one, firstAt });
    }
  }
  return {
    ...first,
    at,
    uses: [...uses.values()],
    unknown: [...unknown.values()],
    isSilent: same.some(({ isSilent }) => isSilent),
    processes: [...processes.values()],
  };
}

function add<Counted extends { readonly n: number }>(
  to: Map<string, Counted>,
  key: string,
  one: Counted,
): void {
  const known = to.get(key);
  to.set(key, known === undefined ? one : { ...known, n: known.n + one.n });
}
