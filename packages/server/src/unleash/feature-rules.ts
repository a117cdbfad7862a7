import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { type Audience, audienceOf, type ImportScope } from './strategy.ts';
import type { UnleashFeature } from './unleash-state.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

export interface FeatureRules {
  readonly rules: readonly NamedRule[];
  /** The salt of the only rule with a split; undefined without one. */
  readonly salt: string | undefined;
}

export const ENABLED = 'enabled';
export const DISABLED = 'disabled';

/** Converts the strategies of a feature, where any match is enough, to rules, where the first match decides. */
export function featureRules(feature: UnleashFeature, scope: ImportScope): FeatureRules {
  const strategies = feature.strategies ?? [];
  if (!feature.enabled) return { rules: [everyone(DISABLED)], salt: undefined };
  if (strategies.length === 0) return { rules: [everyone(ENABLED)], salt: undefined };
  if (strategies.every(({ disabled }) => disabled)) {
    throw new UnsupportedFeature('all its strategies are disabled');
  }
  const audiences = strategies
    .filter(({ disabled }) => !disabled)
    .map((strategy) => audienceOf(strategy, scope))
    .filter((audience) => audience !== undefined);
  if (audiences.some((audience) => isForAll(audience) && !isSplit(audience))) {
    return { rules: [everyone(ENABLED)], salt: undefined };
  }
  const { before, last } = ordered(distinct(audiences));
  return {
    rules: [...before.map(simpleRule), ...lastRules(last)],
    salt: last && isSplit(last) ? last.share.salt || feature.name : undefined,
  };
}

function isForAll({ allOf, noneOf }: Audience): boolean {
  return allOf.length === 0 && noneOf.length === 0;
}

function isSplit({ share }: Audience): boolean {
  return share.salt !== undefined;
}

function isMixed({ allOf, noneOf }: Audience): boolean {
  return allOf.length > 0 && noneOf.length > 0;
}

/** Drops equal audiences, and splits of an audience that another strategy lets in fully. */
function distinct(audiences: readonly Audience[]): Audience[] {
  const full = audiences.filter((audience) => !isSplit(audience));
  const keyOf = ({ allOf, noneOf }: Audience) =>
    JSON.stringify([[...allOf].sort(), [...noneOf].sort()]);
  const byGroups = new Map(full.map((audience) => [keyOf(audience), audience]));
  const splits = audiences.filter(
    (audience) => isSplit(audience) && !byGroups.has(keyOf(audience)),
  );
  return [...byGroups.values(), ...splits];
}

/** A rule that can turn users away must be the last, because later rules would not be evaluated for them. */
function ordered(audiences: readonly Audience[]) {
  const mustBeLast = audiences.filter((audience) => isSplit(audience) || isMixed(audience));
  const [last, ...others] = mustBeLast;
  if (others.length > 0) {
    throw new UnsupportedFeature(
      'it has two strategies that each select only a share of the users they match',
    );
  }
  return { before: audiences.filter((audience) => audience !== last), last };
}

function simpleRule({ allOf, noneOf }: Audience): NamedRule {
  return allOf.length > 0
    ? groupRule('ALL_OF', allOf, exactly(ENABLED))
    : groupRule('NONE_OF', noneOf, exactly(ENABLED));
}

function lastRules(last: Audience | undefined): NamedRule[] {
  if (last === undefined) return [everyone(DISABLED)];
  const { percent } = last.share;
  const valueSpec = isSplit(last)
    ? { type: 'SPLIT', split: { [ENABLED]: percent, [DISABLED]: 100 - percent } }
    : exactly(ENABLED);
  if (isForAll(last)) return [{ type: 'ALL_USERS', valueSpec }];
  const { allOf, noneOf } = last;
  if (allOf.length === 0) return [groupRule('NONE_OF', noneOf, valueSpec), everyone(DISABLED)];
  const guards = noneOf.length > 0 ? [groupRule('ANY_OF', noneOf, exactly(DISABLED))] : [];
  return [...guards, groupRule('ALL_OF', allOf, valueSpec), everyone(DISABLED)];
}

function groupRule(
  policy: 'ALL_OF' | 'ANY_OF' | 'NONE_OF',
  targetGroups: readonly string[],
  valueSpec: NamedRule['valueSpec'],
): NamedRule {
  return { type: 'TARGET_GROUP', targetGroupRule: { policy, targetGroups }, valueSpec };
}

export function everyone(value: string): NamedRule {
  return { type: 'ALL_USERS', valueSpec: exactly(value) };
}

export function exactly(exactValue: string): NamedRule['valueSpec'] {
  return { type: 'EXACT_VALUE', exactValue };
}
