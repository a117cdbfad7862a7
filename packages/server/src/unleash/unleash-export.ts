import { z } from 'zod';
import {
  dependencySchema,
  segmentSchema,
  strategySchema,
  type UnleashState,
  unleashStateSchema,
} from './unleash-state.ts';

const inEnvironment = { environment: z.string().nullish(), featureName: z.string() };

/**
 * What Unleash's console exports since 4.22, of one environment, and the older state of versions 2 to 4, of all of them. Unknown fields are
 * ignored.
 */
const exportSchema = z.object({
  features: z.array(
    z.object({
      name: z.string(),
      description: z.string().nullish(),
      archived: z.boolean().nullish(),
      variants: z.array(z.unknown()).nullish(),
    }),
  ),
  featureStrategies: z.array(
    strategySchema.partial({ name: true }).extend({
      ...inEnvironment,
      id: z.string().nullish(),
      strategyName: z.string().nullish(),
    }),
  ),
  featureEnvironments: z.array(
    z.object({
      ...inEnvironment,
      enabled: z.boolean(),
      variants: z.array(z.unknown()).nullish(),
    }),
  ),
  segments: z.array(segmentSchema).nullish(),
  featureStrategySegments: z
    .array(z.object({ featureStrategyId: z.string(), segmentId: z.number() }))
    .nullish(),
  dependencies: z
    .array(z.object({ feature: z.string(), dependencies: z.array(dependencySchema) }))
    .nullish(),
});
type UnleashExport = z.infer<typeof exportSchema>;

/**
 * Unleash's answer to its SDKs, or an export, of which the features of one environment are taken: of its only one, or of the
 * one with this name, in any case.
 */
export function unleashFileSchema(environment: string) {
  return z.unknown().transform((file, context): UnleashState => {
    const isExport = typeof file === 'object' && file !== null && 'featureStrategies' in file;
    const { data, error } = isExport
      ? exportSchema.safeParse(file)
      : unleashStateSchema.safeParse(file);
    if (error) {
      for (const { path, message } of error.issues)
        context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }
    if (!('featureStrategies' in data)) return data;
    const names = new Set(data.featureEnvironments.map((one) => one.environment ?? ''));
    const [only = ''] = names;
    const chosen =
      names.size < 2
        ? only
        : [...names].find((name) => name.toLowerCase() === environment.toLowerCase());
    if (chosen !== undefined) return stateIn(data, chosen);
    const message = `--environment has to name one of its environments, ${[...names].join(', ')}`;
    context.addIssue({ code: 'custom', path: ['featureEnvironments'], message });
    return z.NEVER;
  });
}

function stateIn(file: UnleashExport, environment: string): UnleashState {
  // The strategies of an export of one environment do not name it.
  const isHere = (one: { readonly environment?: string | null | undefined }) =>
    (one.environment ?? environment) === environment;
  const settings = new Map(
    file.featureEnvironments.filter(isHere).map((one) => [one.featureName, one]),
  );
  const strategies = Map.groupBy(file.featureStrategies.filter(isHere), (one) => one.featureName);
  const dependencies = new Map(file.dependencies?.map((one) => [one.feature, one.dependencies]));
  const segments = Map.groupBy(file.featureStrategySegments ?? [], (one) => one.featureStrategyId);
  return {
    features: file.features
      .filter(({ archived }) => !archived)
      .map(({ name, description, variants }) => ({
        name,
        description,
        enabled: settings.get(name)?.enabled ?? false,
        variants: [...(variants ?? []), ...(settings.get(name)?.variants ?? [])],
        dependencies: dependencies.get(name),
        strategies: strategies.get(name)?.map((one) => ({
          ...one,
          name: one.name ?? one.strategyName ?? '',
          segments: [
            ...(one.segments ?? []),
            ...(segments.get(one.id ?? '') ?? []).map(({ segmentId }) => segmentId),
          ],
        })),
      })),
    segments: file.segments,
    isPart: true,
  };
}
