import type { ApplicationDraft } from '@comporta/contract/applications/application';

/** An environment of a draft; its id is empty until it is saved. */
export type EnvironmentDraft = ApplicationDraft['environments'][number];

/** The result of entering a name: added to the list, blank, or already there. */
export type Entered =
  | { readonly outcome: 'ENTERED'; readonly environments: EnvironmentDraft[] }
  | { readonly outcome: 'BLANK' }
  | { readonly outcome: 'ALREADY_THERE'; readonly name: string };

/** Adds an environment at the end. Names are case-sensitive: `prod` and `Prod` differ. */
export function addEnvironment(environments: readonly EnvironmentDraft[], text: string): Entered {
  const name = text.trim();
  if (name === '') return { outcome: 'BLANK' };
  if (hasName(environments, name)) return { outcome: 'ALREADY_THERE', name };
  return { outcome: 'ENTERED', environments: [...environments, { id: '', name }] };
}

/** Renames the environment at an index; it keeps its id, and with it its key and experiments. */
export function renameEnvironment(
  environments: readonly EnvironmentDraft[],
  index: number,
  text: string,
): Entered {
  const name = text.trim();
  if (name === '') return { outcome: 'BLANK' };
  const others = environments.filter((_, place) => place !== index);
  if (hasName(others, name)) return { outcome: 'ALREADY_THERE', name };
  return {
    outcome: 'ENTERED',
    environments: environments.map((environment, place) =>
      place === index ? { ...environment, name } : environment,
    ),
  };
}

export function withBulkCounted(
  environments: readonly EnvironmentDraft[],
  index: number,
  countBulkAsExposure: boolean,
): EnvironmentDraft[] {
  return environments.map((environment, place) =>
    place === index ? { ...environment, countBulkAsExposure } : environment,
  );
}

export function withoutEnvironment(
  environments: readonly EnvironmentDraft[],
  index: number,
): EnvironmentDraft[] {
  return environments.filter((_, place) => place !== index);
}

function hasName(environments: readonly EnvironmentDraft[], name: string): boolean {
  return environments.some((environment) => environment.name === name);
}
