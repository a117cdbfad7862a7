import type { ApplicationDraft } from '@comporta/contract/applications/application';

/** An environment of a draft; one that is not saved yet has an empty id. */
export type EnvironmentDraft = ApplicationDraft['environments'][number];

/** What became of a name: in the list now, nothing to add, or already there. */
export type Entered =
  | { readonly outcome: 'ENTERED'; readonly environments: EnvironmentDraft[] }
  | { readonly outcome: 'BLANK' }
  | { readonly outcome: 'ALREADY_THERE'; readonly name: string };

/** Adds an environment at the end. Names are compared as they are: `prod` and `Prod` are two. */
export function addEnvironment(environments: readonly EnvironmentDraft[], text: string): Entered {
  const name = text.trim();
  if (name === '') return { outcome: 'BLANK' };
  if (hasName(environments, name)) return { outcome: 'ALREADY_THERE', name };
  return { outcome: 'ENTERED', environments: [...environments, { id: '', name }] };
}

/** Gives the environment at an index another name; it keeps its id, and with it key and experiments. */
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
