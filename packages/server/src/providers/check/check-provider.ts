import { Rejection } from '../../platform/base/rejection.ts';
import type { StoredProvider } from '../provider-repository.ts';
import { callbackUrl, connected } from '../sign-on.ts';
import { checkClient } from './check-client.ts';
import { checkKeys } from './check-keys.ts';
import type { CheckTools } from './check-tools.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { type Announced, readDiscovery } from './read-discovery.ts';

/** Checks what can be checked of a provider without a person who logs in. Changes nothing. */
export async function checkProvider(
  provider: StoredProvider,
  tools: CheckTools,
): Promise<readonly Finding[]> {
  const secret = await checkSecret(provider, tools);
  const read = await readDiscovery(provider, tools);
  const before = [...secret, ...checkAddress(provider, tools), ...read.findings];
  if (read.announced === undefined) return before;
  const isUsable = !secret.some(({ is }) => is === 'wrong') && read.isExact;
  return [
    ...before,
    ...(await checkKeys(read.announced, tools)),
    ...(isUsable ? await checkClient(provider, tools) : []),
    ...checkWishes(provider, read.announced),
  ];
}

async function checkSecret(provider: StoredProvider, tools: CheckTools): Promise<Finding[]> {
  if (!(await tools.sealing.isPossible())) {
    return [
      wrong('encryption key', 'there is none, and without one nobody signs on; set ENCRYPTION_KEY'),
    ];
  }
  if (provider.sealedSecret === null) return [note('client secret: none is stored')];
  try {
    await connected(tools.sealing, provider);
    return [ok('encryption key: opens the client secret')];
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const repair =
      'it was sealed with a key that is not in ENCRYPTION_KEY; add that key, or enter the secret again under Login settings';
    return [wrong('client secret', repair)];
  }
}

function checkAddress({ id }: StoredProvider, { publicUrl }: CheckTools): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return [
    isSafe
      ? note(`redirect URI: the provider has to allow ${callbackUrl(publicUrl, id)}`)
      : wrong('PUBLIC_URL', `browsers sign on only over https; ${publicUrl} has to begin with it`),
  ];
}

/** What a provider does not announce it may have all the same. */
function checkWishes(
  { scopes, groupsAt, mappingMode, requiredGroups, trustsEmails }: StoredProvider,
  announced: Announced,
): Finding[] {
  const missing = (wanted: readonly string[], list: unknown) =>
    Array.isArray(list) ? wanted.filter((one) => !list.includes(one)) : [];
  const readsGroups = groupsAt !== null && (mappingMode !== 'OFF' || requiredGroups.length > 0);
  const claims = [
    'email',
    ...(trustsEmails ? [] : ['email_verified']),
    ...(readsGroups ? [groupsAt.split('/')[1] ?? ''] : []),
  ];
  const lacking = [
    ...missing(scopes, announced.scopes_supported).map((one) => `scope ${one}`),
    ...missing(claims, announced.claims_supported).map((one) => `claim ${one}`),
  ];
  return [
    lacking.length === 0
      ? ok('scopes and claims: nothing is missing from what the provider announces')
      : note(
          `scopes and claims: the provider does not announce ${lacking.join(', ')}; Test sign-in shows whether it sends what is needed`,
        ),
  ];
}
