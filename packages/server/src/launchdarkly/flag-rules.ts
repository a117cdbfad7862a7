import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { rulesFor } from '../foreign/formula.ts';
import { exactly } from '../foreign/named-rules.ts';
import { type Place, requirePromise, unsupported } from '../foreign/targeting-scope.ts';
import { splitByWeight, triedRules } from '../foreign/tried-rules.ts';
import type { Choice, Flag } from './launchdarkly-data.ts';
import { type LaunchdarklyScope, requireUser, USER } from './launchdarkly-scope.ts';
import { amongUsers, clausesCondition } from './segment-condition.ts';

/** What is known of the flag that is converted. */
export interface FlagScope extends LaunchdarklyScope {
  readonly name: string;
  /** Of its variations, in their order. */
  readonly texts: readonly string[];
}

const WHOLE = 100_000;

/** The rules of a flag that is on, the last of them for everyone. Throws UnsupportedFeature. */
export function flagRules(
  flag: Flag,
  guards: readonly NamedRule[],
  scope: FlagScope,
): readonly NamedRule[] {
  const { targetGroups } = scope;
  const rules = (flag.rules ?? []).flatMap((rule, index) => {
    const at = { place: `rules[${index}]` };
    if (!rule.clauses) return [];
    const matched = clausesCondition(rule.clauses, at, scope);
    return rulesFor(matched, chosen(rule, at, scope), targetGroups);
  });
  const last = chosen(flag.fallthrough ?? {}, { place: 'fallthrough' }, scope);
  return triedRules([
    ...guards,
    ...targetRules(flag, scope),
    ...rules,
    { type: 'ALL_USERS', valueSpec: last },
  ]);
}

/** Newer files have the order of targets in a list of their own, with the keys of users still in the older one. */
function targetRules(flag: Flag, scope: FlagScope): NamedRule[] {
  const older = flag.targets ?? [];
  const newer = flag.contextTargets ?? [];
  const where = newer.length > 0 ? 'contextTargets' : 'targets';
  return (newer.length > 0 ? newer : older).flatMap((listed, index) => {
    const place = `${where}[${index}]`;
    const at = { place, name: `${scope.name} ${place}` };
    const isForUsers = newer.length > 0 && (listed.contextKind ?? USER) === USER;
    const target = isForUsers
      ? older.find(({ variation }) => variation === listed.variation)
      : listed;
    if (target === undefined || target.values.length === 0) return [];
    requireUser(target.contextKind, at);
    const value = exactly(textAt(target.variation, at, scope));
    return rulesFor(amongUsers(target.values, at, scope), value, scope.targetGroups);
  });
}

/** What a rule gives. Throws UnsupportedFeature. */
function chosen(
  { variation, rollout }: Choice,
  { place }: Place,
  scope: FlagScope,
): NamedRule['valueSpec'] {
  if (typeof variation === 'number') return exactly(textAt(variation, { place }, scope));
  const at = { place: `${place}.rollout` };
  const last = rollout?.variations.at(-1);
  if (!rollout || !last) throw unsupported({ place }, 'it has no variation and no rollout');
  const weights = new Map<string, number>();
  let left = WHOLE;
  for (const part of [...rollout.variations, { ...last, weight: WHOLE }]) {
    if (part.weight < 0) throw unsupported(at, 'a weight is negative');
    const weight = Math.min(left, part.weight);
    const value = textAt(part.variation, at, scope);
    if (weight > 0) weights.set(value, (weights.get(value) ?? 0) + weight);
    left -= weight;
  }
  // Those of experiments are always by key.
  const by = (rollout.kind === 'experiment' ? undefined : rollout.bucketBy) || 'key';
  const [only, ...others] = weights.keys();
  const isWhole = only !== undefined && others.length === 0;
  if (isWhole && !/[/~]/.test(by)) return exactly(only);
  requireUser(rollout.contextKind, at);
  if (by !== 'key') throw unsupported(at, `it divides users by ${by}, and not by their key`);
  const split = splitByWeight(weights);
  if (split === undefined) throw unsupported(at, 'its shares are no percentages with two decimals');
  const because = 'LaunchDarkly draws users by another hash, so that some change sides';
  requirePromise(at, { promise: 'users-change-sides', because }, scope);
  return { type: 'SPLIT', split };
}

/** The text of a variation. Throws UnsupportedFeature. */
function textAt(index: number, at: Place, { texts }: FlagScope): string {
  const text = texts[index];
  if (text === undefined) throw unsupported(at, `there is no variation ${index}`);
  return text;
}
