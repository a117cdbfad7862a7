import { applicationDocumentSchema } from '@comporta/contract/transfer/application-document';
import { flagdDefinitionsSchema } from '../../flagd/flagd-definitions.ts';
import { importFlagd } from '../../flagd/import-flagd.ts';
import type { ForeignImport } from '../../foreign/foreign-document.ts';
import { TARGETING_PROMISES } from '../../foreign/targeting-scope.ts';
import { importLaunchdarkly } from '../../launchdarkly/import-launchdarkly.ts';
import { launchdarklyDataSchema } from '../../launchdarkly/launchdarkly-data.ts';
import { importUnleash } from '../../unleash/import-unleash.ts';
import { DEFAULT_IDENTITY } from '../../unleash/rollout.ts';
import { IMPORT_PROMISES } from '../../unleash/strategy.ts';
import { unleashFileSchema } from '../../unleash/unleash-export.ts';
import { CommandFailure } from '../command-failure.ts';
import { readJsonFile } from '../json-file.ts';

/** Said of a file that is something else. */
const EXPECTED = {
  comporta: 'that is no document of comporta export; files of other products need --from',
  unleash:
    'the file has to be what Unleash answers to GET /api/client/features with a backend token, or what its console exports',
  flagd: 'these are no flag definitions of flagd',
  launchdarkly:
    'the file has to be what LaunchDarkly answers to GET /sdk/latest-all, or a file of flags for its SDKs',
} as const;

/** Reads the file, and converts that of another product. Throws a CommandFailure. */
export async function readDocument(
  file: string,
  values: Readonly<Partial<Record<'from' | 'environment' | 'identity', string | undefined>>> & {
    readonly promise?: readonly string[] | undefined;
  },
): Promise<ForeignImport> {
  if (values.from === undefined) {
    return {
      document: await readJsonFile(file, applicationDocumentSchema, EXPECTED.comporta),
      remarks: [],
    };
  }
  if (values.from !== 'unleash' && values.from !== 'flagd' && values.from !== 'launchdarkly')
    throw new CommandFailure('--from takes unleash, flagd or launchdarkly', 2);
  if (values.environment === undefined) {
    throw new CommandFailure('--environment is missing: it names that of the features', 2);
  }
  const { environment } = values;
  if (values.from === 'flagd') {
    const promises = promisesOf(values.promise, TARGETING_PROMISES);
    const definitions = await readJsonFile(file, flagdDefinitionsSchema, EXPECTED.flagd);
    return importFlagd(definitions, { application: '', environment, promises });
  }
  if (values.from === 'launchdarkly') {
    const promises = promisesOf(values.promise, TARGETING_PROMISES);
    const data = await readJsonFile(file, launchdarklyDataSchema, EXPECTED.launchdarkly);
    return importLaunchdarkly(data, { application: '', environment, promises });
  }
  const promises = promisesOf(values.promise, IMPORT_PROMISES);
  return importUnleash(await readJsonFile(file, unleashFileSchema(environment), EXPECTED.unleash), {
    application: '',
    environment,
    identity: values.identity ?? DEFAULT_IDENTITY,
    promises,
  });
}

function promisesOf<Name extends string>(
  given: readonly string[] = [],
  known: readonly Name[],
): readonly Name[] {
  return given.map((name) => {
    const promise = known.find((one) => one === name);
    if (promise === undefined) throw new CommandFailure(`--promise takes ${known.join(' or ')}`, 2);
    return promise;
  });
}
