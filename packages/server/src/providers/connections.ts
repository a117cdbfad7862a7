import type { ClientAuth, Configuration } from 'openid-client';
import { Rejection } from '../platform/base/rejection.ts';
import { type IdentityFetch, ProviderUnreachable } from './identity-fetch.ts';

/** What it takes to talk to a provider. */
export interface Connected {
  readonly id: string;
  readonly version: number;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without one. */
  readonly clientSecret: string | undefined;
}

export interface Connections {
  /** Its metadata and keys, which a node keeps for an hour. Rejects with SSO_UNAVAILABLE or SSO_INVALID. */
  configurationOf(provider: Connected): Promise<Configuration>;
  /** Asks a provider anew. Rejects with ISSUER_UNREACHABLE or INVALID_ISSUER. */
  discover(provider: Omit<Connected, 'id' | 'version'>): Promise<Configuration>;
  close(): Promise<void>;
}

const KEPT_MS = 60 * 60_000;
const FAILURE_KEPT_MS = 30_000;
/** Companies may have ten each; the longest unused are forgotten. */
const KEPT_AT_MOST = 1_000;
/** What clocks may differ by, in seconds. */
const CLOCK_TOLERANCE = 60;
const TIMEOUT_SECONDS = 5;

interface Kept {
  readonly found: Promise<Configuration>;
  until: number;
}

/** One fetch serves all who wait for it. Source: IDN-11. */
export function openConnections({ fetch, close }: IdentityFetch): Connections {
  const kept = new Map<string, Kept>();

  function configurationOf(provider: Connected): Promise<Configuration> {
    const key = `${provider.id} ${provider.version}`;
    const known = kept.get(key);
    kept.delete(key);
    if (known !== undefined && known.until > Date.now()) {
      kept.set(key, known);
      return known.found;
    }
    const found = connect(provider, fetch).catch((error) => {
      throw isUnreachable(error)
        ? new Rejection('SSO_UNAVAILABLE', undefined, { cause: error })
        : new Rejection('SSO_INVALID', undefined, { cause: error });
    });
    const entry: Kept = { found, until: Date.now() + KEPT_MS };
    found.catch(() => {
      entry.until = Date.now() + FAILURE_KEPT_MS;
    });
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest);
    return found;
  }

  return {
    configurationOf,
    discover: (provider) =>
      connect(provider, fetch).catch((error) => {
        throw isUnreachable(error)
          ? new Rejection('ISSUER_UNREACHABLE', { at: ['issuer'] }, { cause: error })
          : new Rejection('INVALID_ISSUER', { at: ['issuer'] }, { cause: error });
      }),
    close,
  };
}

/** Whether a provider did not answer, in whatever errors the library has wrapped that. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return error instanceof Error && error.cause !== undefined && isUnreachable(error.cause);
}

/**
 * Reads the discovery document. **`enableNonRepudiationChecks`** stays: without it the library takes ID tokens of the token
 * endpoint unseen, so that a changed one passes (tried with 6.9.0).
 */
async function connect(
  { issuer, clientId, clientSecret }: Omit<Connected, 'id' | 'version'>,
  fetch: IdentityFetch['fetch'],
): Promise<Configuration> {
  // Imported on first use: it takes 2 MB, and many services have no provider.
  const client = await import('openid-client');
  const url = new URL(issuer);
  const insecure = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const options = { timeout: TIMEOUT_SECONDS, [client.customFetch]: fetch };
  const found = await client.discovery(url, clientId, undefined, undefined, {
    ...options,
    algorithm: 'oidc',
    execute: insecure,
  });
  const metadata = found.serverMetadata();
  // The library forgives a slash, and Entra's address for all companies: who of them is vouched for would be anybody's guess.
  if (metadata.issuer !== issuer) throw new Error('another issuer');
  if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined) {
    throw new Error('no endpoint for authorization codes');
  }
  const configuration = new client.Configuration(
    metadata,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE },
    authenticationOf(client, clientSecret, metadata.token_endpoint_auth_methods_supported),
  );
  configuration[client.customFetch] = fetch;
  configuration.timeout = TIMEOUT_SECONDS;
  client.enableNonRepudiationChecks(configuration);
  for (const allow of insecure) allow(configuration);
  return configuration;
}

/**
 * In the body where a provider takes that: providers differ in how they read the characters of a secret in a header. Where
 * nothing is said, it is the header (OpenID Connect Discovery, 3).
 */
function authenticationOf(
  client: Pick<typeof import('openid-client'), 'ClientSecretPost' | 'ClientSecretBasic' | 'None'>,
  secret: string | undefined,
  methods: readonly string[] = ['client_secret_basic'],
): ClientAuth {
  if (secret === undefined) return client.None();
  return methods.includes('client_secret_post')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);
}
