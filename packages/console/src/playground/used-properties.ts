import type { ListedProperty } from '@comporta/contract/properties/property-api';
import type { ListedTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import type { Usage } from '@comporta/contract/usage';

interface Asked {
  /** The environments that are asked. */
  readonly envIds: readonly string[];
  /** The name of the toggle, unless every one is asked. */
  readonly toggle: string | undefined;
}

/** The ids of the properties that the rules asked look at: themselves, in a version filter, or through their groups. */
export function propertiesUsed(
  { envIds, toggle }: Asked,
  properties: readonly ListedProperty[],
  groups: readonly ListedTargetGroup[],
): ReadonlySet<string> {
  // An experiment is named after its toggle.
  const isAsked = ({ type, name, envId = '' }: Usage) =>
    type === 'experiment' && envIds.includes(envId) && (toggle ?? name) === name;
  const askedGroups = new Set(
    groups.filter(({ usedBy }) => usedBy.some(isAsked)).map(({ id }) => id),
  );
  const isUsed = ({ usedBy }: ListedProperty) =>
    usedBy.some((use) => isAsked(use) || (use.type === 'targetGroup' && askedGroups.has(use.id)));
  return new Set(properties.filter(isUsed).map(({ id }) => id));
}
