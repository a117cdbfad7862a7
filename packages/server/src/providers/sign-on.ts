import type { Configuration } from 'openid-client';
import type { Sealing } from '../identity/sealing.ts';
import type { Log } from '../platform/base/log.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { newSecret } from '../platform/base/secrets.ts';
import { type Connected, type Connections, isUnreachable } from './connections.ts';
import type { StoredProvider } from './provider-repository.ts';
import { type SignOnState, sealState } from './sign-on-state.ts';

export interface SignOn {
  readonly sealing: Sealing;
  readonly connections: Connections;
  readonly publicUrl: string;
}

/** What a provider says of somebody: the ID token over its userinfo. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const SUBJECT_MAX_CHARS = 255;

export function callbackUrl(publicUrl: string, providerId: string): string {
  return `${publicUrl}/api/sso/${providerId}/callback`;
}

/** Rejects with SSO_UNAVAILABLE where the secret was sealed with a key that this node does not have. */
export async function connected(
  sealing: Sealing,
  { id, version, issuer, clientId, sealedSecret }: StoredProvider,
): Promise<Connected> {
  const clientSecret =
    sealedSecret === null ? undefined : await sealing.open('client secret', id, sealedSecret);
  if (sealedSecret !== null && clientSecret === undefined) throw new Rejection('SSO_UNAVAILABLE');
  return { id, version, issuer, clientId, clientSecret };
}

/** The provider's address to send a browser to. Rejects with SSO_UNAVAILABLE. Source: IDN-12. */
export async function beginSignOn(
  { sealing, connections, publicUrl }: SignOn,
  provider: StoredProvider,
  begun: Pick<SignOnState, 'purpose' | 'userId' | 'verifierHash'>,
): Promise<string> {
  const configuration = await connections.configurationOf(await connected(sealing, provider));
  const client = await import('openid-client');
  const nonce = newSecret();
  const codeVerifier = client.randomPKCECodeVerifier();
  const state = await sealState(sealing, {
    ...begun,
    providerId: provider.id,
    nonce,
    codeVerifier,
  });
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(publicUrl, provider.id),
    scope: provider.scopes.join(' '),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(begun.purpose === 'CONFIRM' && { prompt: 'login', max_age: '0' }),
  });
  return url.href;
}

interface Returned {
  readonly provider: StoredProvider;
  readonly state: SignOnState;
  readonly sealedState: string;
  /** Of the callback, with what the provider has added. */
  readonly query: string;
}

/**
 * Exchanges the code that a browser has brought back, and returns who the provider says it is. Rejects with SSO_EXPIRED,
 * SSO_REFUSED, SSO_INVALID or SSO_UNAVAILABLE. Source: IDN-11.
 */
export async function endSignOn(
  { sealing, connections, publicUrl }: SignOn,
  { provider, state, sealedState, query }: Returned,
  log: Log,
): Promise<Claims> {
  const configuration = await connections.configurationOf(await connected(sealing, provider));
  const client = await import('openid-client');
  try {
    const answer = await client.authorizationCodeGrant(
      configuration,
      new URL(`${callbackUrl(publicUrl, provider.id)}${query}`),
      {
        expectedState: sealedState,
        expectedNonce: state.nonce,
        pkceCodeVerifier: state.codeVerifier,
        idTokenExpected: true,
      },
    );
    const claims = answer.claims();
    if (claims === undefined) throw new Error('no ID token');
    // It has done its work, and says nothing of the person.
    const { nonce: _nonce, ...said } = claims;
    const { sub } = said;
    if (sub === '' || sub.length > SUBJECT_MAX_CHARS) throw new Error('no usable sub');
    const info = await userInfoOf(configuration, { accessToken: answer.access_token, sub }, log);
    return { ...info, ...said };
  } catch (error) {
    throw refusalOf(client, error);
  }
}

/** What userinfo adds is missing where it cannot be read: a missing claim neither gives nor takes. */
async function userInfoOf(
  configuration: Configuration,
  { accessToken, sub }: { readonly accessToken: string; readonly sub: string },
  log: Log,
): Promise<object> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  const client = await import('openid-client');
  try {
    return await client.fetchUserInfo(configuration, accessToken, sub);
  } catch (error) {
    // Somebody else's claims are no missing ones.
    if (
      error instanceof client.ClientError &&
      error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
    )
      throw error;
    log.warn({ err: error }, 'the userinfo of a provider was not read');
    return {};
  }
}

/** What a failed exchange is for the person in front of it. The log names the reason. */
function refusalOf(client: typeof import('openid-client'), error: unknown): Rejection {
  const refused = (code: 'SSO_EXPIRED' | 'SSO_REFUSED' | 'SSO_INVALID' | 'SSO_UNAVAILABLE') =>
    new Rejection(code, undefined, { cause: error });
  if (isUnreachable(error)) return refused('SSO_UNAVAILABLE');
  if (error instanceof client.AuthorizationResponseError) return refused('SSO_REFUSED');
  // The code was used, or is too old.
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
    return refused('SSO_EXPIRED');
  if (error instanceof client.ResponseBodyError && error.status >= 500)
    return refused('SSO_UNAVAILABLE');
  return refused('SSO_INVALID');
}
