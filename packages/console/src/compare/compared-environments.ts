import { isProduction } from '@comporta/contract/applications/production';

type Environment = Parameters<typeof isProduction>[0] & { readonly id: string };

export interface Chosen<One extends Environment> {
  readonly from: One;
  readonly to: One;
}

/**
 * The environments that the address names. Without a choice, the last one in front of a production-like one is the example
 * for it. Undefined where there are not two.
 */
export function comparedEnvironments<One extends Environment>(
  environments: readonly One[],
  params: URLSearchParams,
): Chosen<One> | undefined {
  const named = (name: string) => environments.find(({ id }) => id === params.get(name));
  const chosenFrom = named('from');
  const to =
    named('to') ??
    environments.find((one) => one !== chosenFrom && isProduction(one)) ??
    environments.find((one) => one !== chosenFrom && one !== environments[0]);
  const from =
    (chosenFrom !== to ? chosenFrom : undefined) ??
    environments.findLast((one) => one !== to && !isProduction(one)) ??
    environments.find((one) => one !== to);
  return from === undefined || to === undefined ? undefined : { from, to };
}
