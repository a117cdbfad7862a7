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
  return toggle && outcomeOf(toggle, startWalk(compiled, context));
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
  walk.context = context;
  walk.answers = compiled;
  return walk;
}
