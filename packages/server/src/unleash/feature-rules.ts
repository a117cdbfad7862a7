import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { everyone, exactly, ruleOf } from '../foreign/named-rules.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { Share } from './rollout.ts';
import { type Audience, audienceOf, type ImportScope } from './strategy.ts';
import type { UnleashFeature } from './unleash-state.ts';

export interface FeatureRules {
  readonly rules: readonly NamedRule[];
  /** The salt of all splits; undefined without one. */
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
  const full = Map.groupBy(
    audiences.filter((one) => !isSplit(one)),
    keyOf,
  );
  const splits = audiences.filter((one) => isSplit(one) && !full.has(keyOf(one)));
  const salt = saltOf(splits, feature.name);
  const kept = [...full.values(), ...Map.groupBy(splits.toSorted(byShare), keyOf).values()];
  const rules = kept.flatMap(([first]) =>
    first ? [ruleOf(first.parts, valueSpecOf(first.share))] : [],
  );
  const end = rules.findIndex(({ type }) => type === 'ALL_USERS');
  return {
    rules: end === -1 ? [...rules, everyone(DISABLED)] : rules.slice(0, end + 1),
    salt,
  };
}

function isForAll({ parts }: Audience): boolean {
  return parts.length === 0;
}

function isSplit({ share }: Audience): boolean {
  return share.salt !== undefined;
}

/** Audiences with the same key are the same users. */
function keyOf({ parts }: Audience): string {
  return JSON.stringify(parts.map((part) => JSON.stringify(part)).sort());
}

/** The largest first: by one hash, the users of a smaller share are among those of a larger one. */
function byShare(a: Audience, b: Audience): number {
  return b.share.percent - a.share.percent;
}

/** A later split must not let in whom an earlier one turned away, so all of them have one hash. */
function saltOf(splits: readonly Audience[], featureName: string): string | undefined {
  const salts = new Set(splits.map(({ share }) => share.salt || featureName));
  const units = new Set(splits.map(({ share }) => share.by));
  if (salts.size > 1 || units.size > 1) {
    throw new UnsupportedFeature(
      'it has two strategies that each select only a share of the users they match',
    );
  }
  return [...salts][0];
}

function valueSpecOf({ percent, salt, by }: Share): NamedRule['valueSpec'] {
  if (salt === undefined) return exactly(ENABLED);
  const split = { [ENABLED]: percent, [DISABLED]: 100 - percent };
  return by === undefined ? { type: 'SPLIT', split } : { type: 'SPLIT_BY', by, split };
}
