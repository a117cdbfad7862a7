import type { Environment } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';

/** From this number of environments on, a filter and groups are quicker than looking. Source: CDW-75. */
export const MANY_ENVIRONMENTS = 6;

/** Production-like environments first; otherwise in their order. */
export function productionFirst<Named extends Parameters<typeof isProduction>[0]>(
  environments: readonly Named[],
): readonly Named[] {
  return [
    ...environments.filter(isProduction),
    ...environments.filter((environment) => !isProduction(environment)),
  ];
}

/** The environments that a short list shows: the chosen one, then those with real users, up to `count`. */
export function fewOf<Named extends Pick<Environment, 'id' | 'name' | 'production'>>(
  environments: readonly Named[],
  chosenId: string | undefined,
  count: number,
): readonly Named[] {
  const chosen = environments.filter(({ id }) => id === chosenId);
  const others = productionFirst(environments.filter(({ id }) => id !== chosenId));
  const few = new Set([...chosen, ...others].slice(0, count));
  return environments.filter((environment) => few.has(environment));
}
