import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Somebody of the company: the claims that its login says of them. */
export interface CompanyPerson {
  readonly sub: string;
  readonly email: string;
  readonly [claim: string]: unknown;
}

export interface CompanyLogin extends AsyncDisposable {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Who may log in there, by their `sub`. */
  readonly people: Map<string, CompanyPerson>;
  /** What it says of when somebody logged in there: when it was, an hour too early, or nothing. */
  authTime: 'TRUE' | 'OLD' | 'UNTOLD';
}

const HOUR_SECONDS = 3_600;
const CLIENT = { clientId: 'comporta', clientSecret: 'known-to-both-of-them' };

/**
 * The login of a company: an OpenID Connect provider on this machine. Its page has a button for each person, and for
 * refusing.
 */
export async function openCompanyLogin(): Promise<CompanyLogin> {
  const people = new Map<string, CompanyPerson>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://127.0.0.1/any'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'locale'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => person };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // The id of a provider, which is in its address, is known only when it has been saved.
  provider.Client.prototype.redirectUriAllowed = () => true;
  const { prototype } = provider.IdToken;
  const payloadOf = prototype.payload;
  prototype.payload = async function () {
    const { auth_time, ...payload } = await payloadOf.call(this);
    return login.authTime === 'UNTOLD' ? payload : { ...payload, auth_time };
  };
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    const [, uid, sub] = /^\/interaction\/([\w-]+)(?:\/(.+))?$/.exec(request.url ?? '') ?? [];
    if (uid === undefined) return answer(request, response);
    if (sub === undefined) {
      const buttons = [...people.keys(), 'nobody'].map(
        (one) => `<p><a href="/interaction/${uid}/${encodeURIComponent(one)}">${one}</a></p>`,
      );
      response.setHeader('content-type', 'text/html');
      return response.end(`<title>Company login</title><h1>Who are you?</h1>${buttons.join('')}`);
    }
    const accountId = decodeURIComponent(sub);
    const ts = Math.floor(Date.now() / 1000) - HOUR_SECONDS;
    const result = people.has(accountId)
      ? { login: { accountId, ...(login.authTime === 'OLD' && { ts }) } }
      : { error: 'access_denied', error_description: 'not you' };
    return provider.interactionFinished(request, response, result);
  });
  const login: CompanyLogin = {
    issuer,
    client: CLIENT,
    people,
    authTime: 'TRUE',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return login;
}

/** Somebody who chooses themselves there: the address that it leads back to. `cookies` keep them logged in there. */
export async function logInThere(
  { issuer }: Pick<CompanyLogin, 'issuer'>,
  { location, sub }: { readonly location: string; readonly sub: string },
  cookies = new Map<string, string>(),
): Promise<URL> {
  let url = new URL(location);
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.slice(0, set.indexOf(';')).split('=');
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null && !/^\/interaction\/[\w-]+$/.test(url.pathname)) {
      throw new Error(`the login leads to no end: ${answer.status} ${await answer.text()}`);
    }
    // Its page with a button for each person leads nowhere by itself.
    url = new URL(next ?? `${url.pathname}/${encodeURIComponent(sub)}`, url);
  }
  return url;
}
