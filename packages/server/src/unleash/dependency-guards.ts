import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { exactly } from '../foreign/named-rules.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import { DISABLED, ENABLED } from './feature-rules.ts';
import type { UnleashFeature } from './unleash-state.ts';

/**
 * Rules that come before all others: unless its parents have the required state, a feature is off. As in Unleash, it is
 * off for all users when a parent does not exist or has parents itself.
 */
export function dependencyGuards(
  { dependencies }: UnleashFeature,
  parentOf: (name: string) => UnleashFeature | undefined,
): readonly NamedRule[] | 'ALWAYS_OFF' {
  const guards: NamedRule[] = [];
  for (const { feature, enabled, variants } of dependencies ?? []) {
    const parent = parentOf(feature);
    if (parent === undefined || parent.dependencies?.length) return 'ALWAYS_OFF';
    if (variants?.length) throw new UnsupportedFeature(`it depends on variants of ${feature}`);
    guards.push({
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggle: feature, value: enabled === false ? ENABLED : DISABLED },
      valueSpec: exactly(DISABLED),
    });
  }
  return guards;
}
