import type { Log } from '../platform/base/log.ts';
import type { Tally } from '../platform/base/tally.ts';
import { growSlowly } from './grow-slowly.ts';
import type { HeldEnvironment, SnapshotCache } from './snapshot-cache.ts';

/** What was asked for more recently is in use. Source: SCL-60. */
const IN_USE_MS = 60_000;
/** How many environments a start loads at most. */
export const PRELOADED_ENVIRONMENTS = 1_000;

interface Budgeted {
  readonly registry: SnapshotCache;
  /** How many toggles the environments in memory may have together. */
  readonly most: number;
  readonly log: Log;
  readonly dropped: Tally<never>;
  /** In milliseconds, as that of the registry. */
  readonly clock: () => number;
}

export interface SnapshotBudget {
  /** Drops environments that are not in use, until the others fit. While the database is away, none could be loaded again. */
  makeRoom(): void;
  /** Whether an environment that nobody asks for may be loaded: there is room, and it was not dropped for want of it. */
  mayPreload(environmentId: string): boolean;
  /** Whether what is in use does not fit. */
  isOver(): boolean;
}

export function keepWithinBudget({
  registry,
  most,
  log,
  dropped,
  clock,
}: Budgeted): SnapshotBudget {
  /** Those that were dropped once: a save in their application does not bring them back. */
  const dispensable = new Set<string>();
  let isOver = false;

  return {
    makeRoom() {
      const going =
        registry.toggles > most ? environmentsToDrop(registry.all(), most, clock()) : [];
      if (going.length > 0 && dispensable.size === 0) growSlowly();
      for (const { id } of going) {
        registry.drop(id);
        dispensable.add(id);
        dropped.add();
      }
      const { toggles } = registry;
      if (toggles > most && !isOver) {
        log.warn(
          { toggles, most },
          'the environments in use have more toggles than SNAPSHOT_TOGGLES',
        );
      }
      isOver = toggles > most;
    },
    mayPreload: (id) =>
      registry.size < PRELOADED_ENVIRONMENTS && registry.toggles < most && !dispensable.has(id),
    isOver: () => isOver,
  };
}

/**
 * What goes so that the rest fits: what was not asked for longest, first of the companies that hold more than an equal
 * part of the budget. So whoever fills the memory makes room, as long as they hold something that is not in use.
 */
export function environmentsToDrop(
  held: readonly HeldEnvironment[],
  most: number,
  nowMs: number,
): HeldEnvironment[] {
  const companies = togglesByCompany(held);
  let toggles = [...companies.values()].reduce((sum, count) => sum + count, 0);
  const unused = held
    .filter((one) => !one.isWatched && nowMs - one.askedAtMs > IN_USE_MS)
    .sort((a, b) => a.askedAtMs - b.askedAtMs);
  const equalPart = most / companies.size;
  const heldBy = (one: HeldEnvironment) => companies.get(companyOf(one)) ?? 0;
  const going = new Set<HeldEnvironment>();
  for (const mayGo of [(one: HeldEnvironment) => heldBy(one) > equalPart, () => true]) {
    for (const one of unused) {
      if (toggles <= most) break;
      if (going.has(one) || !mayGo(one)) continue;
      const count = one.snapshot.counts;
      going.add(one);
      toggles -= count;
      companies.set(companyOf(one), heldBy(one) - count);
    }
  }
  return [...going];
}

function togglesByCompany(held: readonly HeldEnvironment[]): Map<string, number> {
  const companies = new Map<string, number>();
  for (const one of held) {
    const company = companyOf(one);
    companies.set(company, (companies.get(company) ?? 0) + one.snapshot.counts);
  }
  return companies;
}

function companyOf({ snapshot }: HeldEnvironment): string {
  return snapshot.head.accountId;
}
