import { circularDependencies, type Dependencies } from './dependency-cycles.ts';
import type { ToggleResolver } from './evaluation.ts';
import { type SharedNodes, shareNodes, usesAny } from './shared-nodes.ts';
import type { Snapshot } from './snapshot.ts';
import { placesIn, type SnapshotPlaces } from './snapshot-places.ts';
import { type CompiledToggle, compileToggle, outcomeOf } from './toggle.ts';

/** A snapshot ready to be evaluated, by `evaluate`, `evaluateAll` and `explain`. */
export interface CompiledSnapshot extends ToggleResolver {
  /** In the order of the snapshot. */
  readonly toggles: readonly CompiledToggle[];
  readonly places: SnapshotPlaces;
  readonly nodes: SharedNodes;
  /** What was compiled since, and in, the last compilation that took nothing over. */
  readonly compiledCount: number;
}

/** Below this many toggles, compiling everything is too cheap to be counted. */
const FEW_TOGGLES = 1000;

/**
 * Compiles a snapshot. With the snapshot compiled before, toggles are taken over whose own object,
 * experiment, properties and target groups are the identical objects: so build the next snapshot
 * from the objects of the one before. The result never depends on `previous`.
 */
export function compile(snapshot: Snapshot, previous?: CompiledSnapshot): CompiledSnapshot {
  const steps = compileInSteps(snapshot, previous);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with a pause after each target group and each toggle, for whoever has other work, too. */
export function* compileInSteps(
  snapshot: Snapshot,
  previous?: CompiledSnapshot,
): Generator<void, CompiledSnapshot> {
  const base = previous && isWorthContinuing(previous) ? previous : undefined;
  const nodes = yield* shareNodes(snapshot, base?.nodes);
  const places = placesIn(snapshot, base?.places);
  let compiledCount = (base?.compiledCount ?? 0) + nodes.changed.size;
  const toggles: CompiledToggle[] = [];
  for (const [place, source] of snapshot.toggles.entries()) {
    const experiment = snapshot.experiments[places.experimentOfToggle[place] ?? -1];
    const held = base && heldToggle(base, places, place);
    const isUnchanged =
      held?.source === source &&
      held.experiment === experiment &&
      !usesAny(experiment, nodes.changed);
    if (isUnchanged) {
      toggles.push(held);
      continue;
    }
    compiledCount++;
    toggles.push(compileToggle(source, experiment, nodes));
    yield;
  }
  const circular = circularDependencies(dependenciesOf(toggles));
  return {
    toggles,
    places,
    nodes,
    compiledCount,
    resolveToggle(toggleId, dependentId, evaluation) {
      if (circular.get(dependentId)?.has(toggleId)) return 'CYCLE';
      const toggle = toggles[places.toggleById.get(toggleId) ?? -1];
      return toggle && outcomeOf(toggle, evaluation);
    },
  };
}

export function toggleNamed(compiled: CompiledSnapshot, name: string): CompiledToggle | undefined {
  return compiled.toggles[compiled.places.toggleByName.get(name) ?? -1];
}

/** What `base` has of the toggle at a place of the new snapshot. */
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
 * Conditions that no rule uses any more stay among the shared ones until a compilation starts from
 * nothing. Doing that after as many changes as there are toggles bounds them, and costs each
 * change no more than compiling one toggle.
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
