import type { ListedProperty } from '@comporta/contract/properties/property-api';
import type { ListedTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import type { Usage } from '@comporta/contract/usage';

interface EvaluationScope {
  /** The environments to evaluate. */
  readonly envIds: readonly string[];
  /** The name of the toggle; undefined for all of them. */
  readonly toggle: string | undefined;
}

/**
 * The ids of the properties that the evaluated rules use: directly, in a version filter, or through their
 * groups.
 */
export function propertiesUsed(
  { envIds, toggle }: EvaluationScope,
  properties: readonly ListedProperty[],
  groups: readonly ListedTargetGroup[],
): ReadonlySet<string> {
  // The name of an experiment is that of its toggle.
  const isAsked = ({ type, name, envId = '' }: Usage) =>
    type === 'experiment' && envIds.includes(envId) && (toggle ?? name) === name;
  const askedGroups = new Set(
    groups.filter(({ usedBy }) => usedBy.some(isAsked)).map(({ id }) => id),
  );
  const isUsed = ({ usedBy }: ListedProperty) =>
    usedBy.some((use) => isAsked(use) || (use.type === 'targetGroup' && askedGroups.has(use.id)));
  return new Set(properties.filter(isUsed).map(({ id }) => id));
}
