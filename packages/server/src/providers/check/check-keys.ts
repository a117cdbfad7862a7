import type { CheckTools } from './check-tools.ts';
import { type Finding, ok, wrong } from './finding.ts';
import type { Announced } from './read-discovery.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** With which kind of key an ID token may be signed. Those of a shared secret are not taken: anybody who has it could sign. */
const KEY_KINDS: Readonly<Record<string, string>> = {
  ...{ RS256: 'RSA', RS384: 'RSA', RS512: 'RSA', PS256: 'RSA', PS384: 'RSA', PS512: 'RSA' },
  ...{ ES256: 'EC', ES384: 'EC', ES512: 'EC', EdDSA: 'OKP', Ed25519: 'OKP' },
};
/** What a provider signs with that does not say it. Source: OpenID Connect Core, 15.1. */
const USUAL = ['RS256'];

/** Whether the provider has a key with which its signatures can be checked. */
export async function checkKeys(
  { jwks_uri: address, id_token_signing_alg_values_supported: announced }: Announced,
  { fetch }: CheckTools,
): Promise<Finding[]> {
  const algorithms = (Array.isArray(announced) ? announced : USUAL).map(String);
  const kinds = new Set(algorithms.flatMap((one) => KEY_KINDS[one] ?? []));
  if (kinds.size === 0) {
    const repair = `the provider signs with ${algorithms.join(', ')} only; have it sign with RS256 or ES256`;
    return [wrong('signature', repair)];
  }
  if (typeof address !== 'string' || !URL.canParse(address)) {
    return [
      wrong('keys', 'the discovery document names no jwks_uri; it is not that of OpenID Connect'),
    ];
  }
  let keys: unknown;
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch(address, {
      method: 'GET',
      headers,
      body: undefined,
      redirect: 'manual',
    });
    const read: unknown = answer.ok ? await answer.json() : undefined;
    keys = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : undefined;
  } catch (error) {
    return [wrong('keys', `${address} is not read; ${whyUnreachable(error)}`)];
  }
  const usable = (Array.isArray(keys) ? keys : []).filter((key) => isUsable(key, kinds));
  return [
    usable.length > 0
      ? ok(`keys: ${usable.length} for ${algorithms.join(', ')}`)
      : wrong(
          'keys',
          `${address} has none for ${algorithms.join(', ')}; the provider has to publish one`,
        ),
  ];
}

function isUsable(key: unknown, kinds: ReadonlySet<string>): boolean {
  if (typeof key !== 'object' || key === null) return false;
  const { kty, use } = key as Readonly<Record<string, unknown>>;
  return kinds.has(String(kty)) && use !== 'enc';
}
