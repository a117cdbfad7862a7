import { type CompiledSnapshot, toggleNamed } from './compile.ts';
import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './toggle.ts';
import type { Walk } from './walk.ts';

/** The outcome of one toggle; undefined when the snapshot has no toggle of that name. */
export function evaluate(
  compiled: CompiledSnapshot,
  toggleName: string,
  context: Context,
): Outcome | undefined {
  const toggle = toggleNamed(compiled, toggleName);
  if (toggle === undefined) return undefined;
  const walk = startWalk(compiled, context);
  // Alone, a toggle seldom asks for the same twice: keeping facts would cost it more than it saves.
  walk.keepsFacts = toggle.dependsOn !== undefined;
  return outcomeOf(toggle, walk);
}

/** The outcomes of all toggles, in the order of the snapshot. */
export function evaluateAll(compiled: CompiledSnapshot, context: Context): Outcome[] {
  const walk = startWalk(compiled, context);
  const outcomes: Outcome[] = [];
  for (const toggle of compiled.toggles) outcomes.push(outcomeOf(toggle, walk));
  return outcomes;
}

export function startWalk(compiled: CompiledSnapshot, context: Context): Walk {
  const { walk } = compiled;
  walk.turn++;
  walk.keepsFacts = true;
  walk.context = context;
  walk.answers = compiled;
  return walk;
}
