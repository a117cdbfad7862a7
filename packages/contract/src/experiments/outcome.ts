import type { Rule, ValueSpec } from '@comporta/engine/snapshot';
import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented } from '../shapes.ts';

const shares = documented(recordOf(z.number()), {
  description: 'Percentage of users by toggle value; values with 0 percent are left out.',
});

/**
 * What users get from active rules, as far as that is known without knowing the users. EVERYONE: one value for all.
 * SPLIT: one split for all. RULES: other rules decide first, and all other users get `last`.
 */
export const outcomeSchema = documented(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('EVERYONE'), value: z.string() }),
    z.object({ type: z.literal('SPLIT'), shares }),
    z.object({ type: z.literal('RULES'), rules: z.int(), last: shares }),
  ]),
  { id: 'Outcome', description: 'What the rules of an experiment return while it is active.' },
);
export type Outcome = z.infer<typeof outcomeSchema>;
type Shares = Readonly<Record<string, number>>;

/** Shares are not added up across rules: it is unknown how many users each rule matches. */
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

/** Rules below a rule for everyone are never reached. */
function reachableOf(rules: readonly Rule[]): readonly Rule[] {
  const end = rules.findIndex((rule) => rule.type === 'ALL_USERS' && !rule.versionRule);
  return end === -1 ? rules : rules.slice(0, end + 1);
}

function sharesOf(valueSpec: ValueSpec): Shares {
  if (valueSpec.type === 'EXACT_VALUE') return { [valueSpec.exactValue]: 100 };
  return Object.fromEntries(Object.entries(valueSpec.split).filter(([, share]) => share > 0));
}
