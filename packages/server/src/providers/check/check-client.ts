import type { Configuration } from 'openid-client';
import { newSecret } from '../../platform/base/secrets.ts';
import type { StoredProvider } from '../provider-repository.ts';
import { callbackUrl, connected } from '../sign-on.ts';
import type { CheckTools } from './check-tools.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { whyUnreachable } from './why-unreachable.ts';

/**
 * Whether the provider knows the client and its secret, by a code that nobody has, and the redirect URI, by a login that
 * shows nothing. Nobody logs in, and nothing is changed there.
 */
export async function checkClient(provider: StoredProvider, tools: CheckTools): Promise<Finding[]> {
  const { connections, sealing, publicUrl } = tools;
  const configuration = await connections.configurationOf(await connected(sealing, provider));
  const redirect = callbackUrl(publicUrl, provider.id);
  return [
    await askWithoutCode(configuration, redirect),
    await askForLogin(configuration, redirect, tools),
  ];
}

async function askWithoutCode(configuration: Configuration, redirect: string): Promise<Finding> {
  const client = await import('openid-client');
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: newSecret(),
      redirect_uri: redirect,
      code_verifier: client.randomPKCECodeVerifier(),
    });
    return wrong('client', 'the provider takes any code; it is not safe to use');
  } catch (error) {
    if (error instanceof client.WWWAuthenticateChallengeError)
      return unknownClient('invalid_client');
    if (!(error instanceof client.ResponseBodyError)) {
      return wrong('client', `the token endpoint is not reached; ${whyUnreachable(error)}`);
    }
    const { error: code } = error;
    if (code === 'invalid_client' || code === 'unauthorized_client') return unknownClient(code);
    return code === 'invalid_grant' || code === 'invalid_request'
      ? ok('client: the provider knows its ID and secret')
      : note(
          `client: the provider answers ${code}; Test sign-in shows whether ID and secret are right`,
        );
  }
}

function unknownClient(code: string): Finding {
  return wrong(
    'client',
    `the provider refuses its ID or secret (${code}); copy both again, and look whether the secret has run out`,
  );
}

async function askForLogin(
  configuration: Configuration,
  redirect: string,
  { fetch }: CheckTools,
): Promise<Finding> {
  const client = await import('openid-client');
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid',
    state: newSecret(),
    nonce: newSecret(),
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    prompt: 'none',
  });
  let answer: Response;
  try {
    const options = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
    answer = await fetch(url.href, options);
  } catch {
    // Browsers go there, and not this machine.
    return note('redirect URI: the page to log in is not reached from this machine');
  }
  if (answer.headers.get('location')?.startsWith(redirect)) {
    return ok('redirect URI: the provider leads back to it');
  }
  return answer.status >= 400
    ? wrong('redirect URI', `the provider refuses it; have it allow exactly ${redirect}`)
    : note('redirect URI: the provider does not say whether it allows it; Test sign-in shows it');
}
