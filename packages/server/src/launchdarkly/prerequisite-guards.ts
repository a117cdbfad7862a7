import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { RULE_MAX_CONDITIONS } from '@comporta/contract/experiments/rule';
import type { DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { CHAIN_MAX_TOGGLES } from '@comporta/engine/chains/dependency-chains';
import { everyone, exactly, ruleOf } from '../foreign/named-rules.ts';
import { unsupported } from '../foreign/targeting-scope.ts';
import type { Flag } from './launchdarkly-data.ts';

/** A flag that was converted exactly. */
export interface Converted {
  readonly flag: Flag;
  readonly toggle: DocumentToggle;
  /** Of its variations, in their order. */
  readonly texts: readonly string[];
  /** How many toggles the longest chain of prerequisites has, itself included. */
  readonly chain: number;
}

/**
 * Rules that come before all others: where a prerequisite gives another variation, the flag is as if it were off.
 * Throws UnsupportedFeature.
 */
export function prerequisiteGuards(
  { prerequisites, offVariation }: Flag,
  off: string,
  {
    flags,
    converted,
  }: {
    readonly flags: ReadonlyMap<string, Flag>;
    readonly converted: ReadonlyMap<string, Converted>;
  },
): { readonly guards: readonly NamedRule[]; readonly chain: number } {
  const guards: NamedRule[] = [];
  let chain = 1;
  for (const [index, { key, variation }] of (prerequisites ?? []).entries()) {
    const at = { place: `prerequisites[${index}]` };
    if (typeof offVariation !== 'number') {
      throw unsupported(at, 'without an offVariation some users get the fallback of their program');
    }
    const needed = flags.get(key);
    if (needed === undefined || needed.deleted) return { guards: [everyone(off)], chain: 1 };
    const parent = converted.get(key);
    if (parent === undefined)
      throw unsupported(at, `${key} is not imported exactly, or needs this flag`);
    const { texts, toggle } = parent;
    const wanted = texts[variation];
    if (wanted === undefined) return { guards: [everyone(off)], chain: 1 };
    if (texts.indexOf(wanted) !== texts.lastIndexOf(wanted)) {
      throw unsupported(at, `two variations of ${key} are the same`);
    }
    if (!needed.on && wanted === toggle.defaultValue) {
      throw unsupported(at, `${key} is off, and its toggle would give the required value`);
    }
    chain = Math.max(chain, 1 + parent.chain);
    const others = toggle.values.filter((value) => value !== wanted);
    if (chain > CHAIN_MAX_TOGGLES || others.length > RULE_MAX_CONDITIONS) {
      throw unsupported(
        at,
        'the chain of prerequisites is too long, or it has too many variations',
      );
    }
    const parts = others.map((value) => ({
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggle: key, value },
    }));
    guards.push(ruleOf(parts, exactly(off), 'OR'));
  }
  return { guards, chain };
}
