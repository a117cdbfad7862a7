import type { Rule, ValueSpec } from '@comporta/engine/snapshot';
import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented } from '../shapes.ts';

const shares = documented(recordOf(z.number()), {
  description: 'Toggle value to percentage; values that nobody gets are left out.',
});

/**
 * What users get of active rules, as far as it is known without knowing the users: EVERYONE one value,
 * a SPLIT of everyone, or RULES that decide first, with what all others get.
 */
export const outcomeSchema = documented(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('EVERYONE'), value: z.string() }),
    z.object({ type: z.literal('SPLIT'), shares }),
    z.object({ type: z.literal('RULES'), rules: z.int(), last: shares }),
  ]),
  { id: 'Outcome', description: 'What users get of the rules while they are active.' },
);
export type Outcome = z.infer<typeof outcomeSchema>;
type Shares = Readonly<Record<string, number>>;

/** Nothing is summed over rules: how many users each of them matches is unknown. */
export function outcomeOf(rules: readonly Rule[]): Outcome {
  const reachable = reachableOf(rules);
  const results = reachable.map(({ valueSpec }) => sharesOf(valueSpec));
  const values = new Set(results.flatMap((result) => Object.keys(result)));
  const [value, ...others] = values;
  if (value !== undefined && others.length === 0) return { type: 'EVERYONE', value };
  const last = results.at(-1) ?? {};
  if (results.length === 1) return { type: 'SPLIT', shares: last };
  return { type: 'RULES', rules: results.length - 1, last };
}

/** What stands below a rule for everyone is never asked. */
function reachableOf(rules: readonly Rule[]): readonly Rule[] {
  const end = rules.findIndex((rule) => rule.type === 'ALL_USERS' && !rule.versionRule);
  return end === -1 ? rules : rules.slice(0, end + 1);
}

function sharesOf(valueSpec: ValueSpec): Shares {
  if (valueSpec.type === 'EXACT_VALUE') return { [valueSpec.exactValue]: 100 };
  return Object.fromEntries(Object.entries(valueSpec.split).filter(([, share]) => share > 0));
}
