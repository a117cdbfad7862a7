import { answerInChains } from './chains/answer-in-chains.ts';
import { chainLengths } from './chains/dependency-chains.ts';
import { circularDependencies, type Dependencies } from './dependency-cycles.ts';
import type { ToggleResolver } from './evaluation.ts';
import { type IdLists, NO_LISTS } from './id-lists/id-lists.ts';
import { type SharedNodes, shareNodes, usesAny } from './shared-nodes.ts';
import type { Snapshot } from './snapshot.ts';
import { placesIn, type SnapshotPlaces } from './snapshot-places.ts';
import { type CompiledToggle, compileToggle, missingListOf } from './toggle.ts';

/** A snapshot prepared for `evaluate`, `evaluateAll` and `explain`. */
export interface CompiledSnapshot extends ToggleResolver {
  /** In the order of the snapshot. */
  readonly toggles: readonly CompiledToggle[];
  readonly places: SnapshotPlaces;
  readonly nodes: SharedNodes;
  /** Number of parts compiled since the last compilation from scratch, which is included. */
  readonly compiledCount: number;
}

/** With fewer toggles than this, a compilation from scratch is too cheap to matter. */
const FEW_TOGGLES = 1000;

/**
 * Compiles a snapshot. A toggle of `previous` is reused if its own object, experiment, properties and target groups are
 * the identical objects in both snapshots. So build the next snapshot from the objects of the previous one. The result
 * never depends on `previous`. A toggle whose rules use a list that `lists` does not have is unreadable until it is compiled
 * with that list; the ids of a list are looked up in `lists`, so that new ones need no compilation.
 */
export function compile(
  snapshot: Snapshot,
  previous?: CompiledSnapshot,
  lists: IdLists = NO_LISTS,
): CompiledSnapshot {
  const steps = compileInSteps(snapshot, previous, lists);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `compile`, but pauses after each target group and each toggle, so that the caller can yield to the event loop. */
export function* compileInSteps(
  snapshot: Snapshot,
  previous?: CompiledSnapshot,
  lists: IdLists = NO_LISTS,
): Generator<void, CompiledSnapshot> {
  const isBase = previous?.nodes.lists === lists && isWorthContinuing(previous);
  const base = isBase ? previous : undefined;
  const nodes = yield* shareNodes(snapshot, base?.nodes, lists);
  const places = placesIn(snapshot, base?.places);
  let compiledCount = (base?.compiledCount ?? 0) + nodes.changed.size;
  const toggles: CompiledToggle[] = [];
  for (const [place, source] of snapshot.toggles.entries()) {
    const experiment = snapshot.experiments[places.experimentOfToggle[place] ?? -1];
    const held = base && heldToggle(base, places, place);
    const isUnchanged =
      held?.source === source &&
      held.experiment === experiment &&
      held.missingList === missingListOf(held, lists) &&
      !usesAny(experiment, nodes.changed);
    if (isUnchanged) {
      toggles.push(held);
      continue;
    }
    compiledCount++;
    toggles.push(compileToggle(source, experiment, nodes));
    yield;
  }
  const dependencies = dependenciesOf(toggles);
  const circular = circularDependencies(dependencies);
  const toggleOf = (id: string) => toggles[places.toggleById.get(id) ?? -1];
  const answer = answerInChains(chainLengths(dependencies, circular), toggleOf);
  return {
    toggles,
    places,
    nodes,
    compiledCount,
    resolveToggle(toggleId, dependentId, evaluation) {
      if (circular.get(dependentId)?.has(toggleId)) return 'CYCLE';
      const toggle = toggleOf(toggleId);
      return toggle && answer(toggle, evaluation);
    },
  };
}

/** Undefined when there is no such toggle. Names are compared exactly. */
export function toggleNamed(compiled: CompiledSnapshot, name: string): CompiledToggle | undefined {
  return compiled.toggles[compiled.places.toggleByName.get(name) ?? -1];
}

/** The ids of the lists that the rules of an environment use, paused ones too. */
export function listsUsedBy({ toggles }: CompiledSnapshot): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { lists } of toggles) for (const id of lists ?? []) ids.add(id);
  return ids;
}

/** The compiled toggle of `base` for a toggle of the new snapshot, given by its place. */
function heldToggle(
  base: CompiledSnapshot,
  { snapshot, toggleById }: SnapshotPlaces,
  place: number,
): CompiledToggle | undefined {
  if (toggleById === base.places.toggleById) return base.toggles[place];
  const id = snapshot.toggles[place]?.id;
  return id === undefined ? undefined : base.toggles[base.places.toggleById.get(id) ?? -1];
}

/**
 * Shared conditions that no rule uses any more are kept until the next compilation from scratch. Starting from scratch
 * after about as many changes as there are toggles limits their number. Spread over the changes, that costs each one
 * no more than compiling one toggle.
 */
function isWorthContinuing({ compiledCount, toggles }: CompiledSnapshot): boolean {
  return compiledCount <= FEW_TOGGLES + 2 * toggles.length;
}

function dependenciesOf(toggles: readonly CompiledToggle[]): Dependencies {
  const dependencies = new Map<string, ReadonlySet<string>>();
  for (const { source, dependsOn } of toggles) {
    if (dependsOn !== undefined) dependencies.set(source.id, dependsOn);
  }
  return dependencies;
}
