import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';

/** A toggle at the other end of a chain of dependencies. */
export interface Dependency {
  readonly toggleId: string;
  /** The toggles between, from this one on; none where it is direct. */
  readonly through: readonly string[];
}

type Summary = Pick<ExperimentSummary, 'id' | 'toggleId' | 'dependents'>;

interface Start {
  readonly toggleId: string;
  /** The toggles that its own rules name: of one without an experiment nothing else tells. */
  readonly named: readonly string[];
}

/** What a toggle needs in an environment and what needs it, directly and through others; `summaries` are of that environment. */
export function dependenciesOf({ toggleId, named }: Start, summaries: readonly Summary[]) {
  const toggleOf = new Map(summaries.map((one) => [one.id, one.toggleId]));
  const links = summaries.flatMap(({ toggleId: needed, dependents }) =>
    dependents.flatMap(({ id }) => {
      const by = toggleOf.get(id);
      return by === undefined ? [] : [{ by, needed }];
    }),
  );
  const all = [...links, ...named.map((needed) => ({ by: toggleId, needed }))];
  const needs = Map.groupBy(all, ({ by }) => by);
  const neededBy = Map.groupBy(all, ({ needed }) => needed);
  return {
    needs: chainsFrom(toggleId, (id) => needs.get(id)?.map(({ needed }) => needed) ?? []),
    neededBy: chainsFrom(toggleId, (id) => neededBy.get(id)?.map(({ by }) => by) ?? []),
  };
}

/** Everything that is reached, the nearest first, each by its shortest chain. */
function chainsFrom(start: string, next: (id: string) => readonly string[]): readonly Dependency[] {
  const found = new Map<string, Dependency>();
  const open: Dependency[] = [{ toggleId: start, through: [] }];
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const through = one.toggleId === start ? [] : [...one.through, one.toggleId];
    for (const toggleId of next(one.toggleId)) {
      if (toggleId === start || found.has(toggleId)) continue;
      const dependency = { toggleId, through };
      found.set(toggleId, dependency);
      open.push(dependency);
    }
  }
  return [...found.values()];
}
