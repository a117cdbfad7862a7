import type { Provider } from '@comporta/contract/identity/provider';
import { newId } from '../../platform/base/ids.ts';
import { hashSecret, newSecret } from '../../platform/base/secrets.ts';
import type { TestUser } from '../builders.ts';
import { type Answer, startTestServer, type TestServer } from '../test-server.ts';
import { FORGED_CLIENT, type ForgedIssuer, startForgedIssuer } from './forged-issuer.ts';

/** A service, and an issuer that says what a test lets it say. */
export async function openDesk(settings?: Parameters<typeof startTestServer>[0]) {
  const [server, issuer] = await Promise.all([startTestServer(settings), startForgedIssuer()]);
  return { server, issuer, close: () => Promise.all([server.close(), issuer.close()]) };
}

export function draftOf({ issuer }: Pick<ForgedIssuer, 'issuer'>, draft: object = {}) {
  return {
    name: 'Corp SSO',
    slug: `corp-${newId().slice(-12)}`,
    issuer,
    ...FORGED_CLIENT,
    domains: ['corp.example'],
    createsUsers: true,
    enabled: true,
    ...draft,
  };
}

export function saveProvider(
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  draft: object,
): Promise<Answer<Provider>> {
  return server.call<Provider>('POST', '/api/accounts/providers', { token, body: draft });
}

/** Adds a provider whose groups decide at every login what somebody may do. */
export async function addMapped(
  server: TestServer,
  issuer: ForgedIssuer,
  {
    admin,
    ...draft
  }: { readonly admin: Pick<TestUser, 'token'>; readonly [field: string]: unknown },
): Promise<Provider> {
  const whole = draftOf(issuer, { groupsAt: '/groups', mappingMode: 'ALWAYS', ...draft });
  const { status, body } = await saveProvider(server, admin, whole);
  if (status !== 201) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body;
}

let people = 0;

/** The claims of somebody whom nobody knows yet. */
export function newPerson(claims: object = {}) {
  people += 1;
  const sub = `person-${people}`;
  return { sub, email: `${sub}@corp.example`, email_verified: true, ...claims };
}

export type ClaimedPerson = ReturnType<typeof newPerson>;

/** A browser that signs on: it keeps the verifier, and brings back what the provider says. */
export interface Browser {
  readonly verifier: string;
  readonly asked: URLSearchParams;
}

export async function begin(
  server: TestServer,
  { slug }: Pick<Provider, 'slug'>,
): Promise<Browser> {
  const verifier = newSecret();
  const { body } = await server.call<{ location: string }>('POST', `/api/sso/${slug}/start`, {
    body: { verifierHash: hashSecret(verifier) },
  });
  return { verifier, asked: new URL(body.location).searchParams };
}

/** What the address of the callback leads to: a ticket, or an error. */
export async function comeBack(
  server: TestServer,
  { id }: Pick<Provider, 'id'>,
  query: Readonly<Record<string, string>>,
): Promise<URLSearchParams> {
  const { status, headers } = await server.call(
    'GET',
    `/api/sso/${id}/callback?${new URLSearchParams(query)}`,
  );
  if (status !== 303) throw new Error(`the callback answered ${status}`);
  return new URLSearchParams(String(headers.location).replace('/sso#', ''));
}

interface SignOn {
  readonly issuer: ForgedIssuer;
  readonly provider: Provider;
  readonly claims: object;
}

/** Signs on as somebody, as far as the ticket. */
export async function fetchTicket(
  server: TestServer,
  { issuer, provider, claims }: SignOn,
): Promise<{ readonly landed: URLSearchParams; readonly verifier: string }> {
  const { verifier, asked } = await begin(server, provider);
  issuer.answer = () => ({
    access_token: 'nobody asks for it',
    token_type: 'Bearer',
    id_token: issuer.sign({ nonce: asked.get('nonce'), ...claims }),
  });
  const landed = await comeBack(server, provider, {
    code: 'a-code',
    state: asked.get('state') ?? '',
    iss: issuer.issuer,
  });
  return { landed, verifier };
}

export function redeem(
  server: TestServer,
  form: { readonly ticket: string; readonly verifier: string },
): Promise<Answer<{ access_token: string; error_code: string; meta_data: object }>> {
  return callForm(server, { grant_type: 'urn:comporta:ticket', ...form });
}

export async function callForm<Body>(
  server: TestServer,
  form: Readonly<Record<string, string>>,
): Promise<Answer<Body>> {
  const response = await server.http.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('console:console').toString('base64')}`,
    },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** The whole way: begins, comes back, and opens a session. */
export async function signOn(server: TestServer, how: SignOn) {
  const { landed, verifier } = await fetchTicket(server, how);
  const ticket = landed.get('ticket');
  if (ticket === null) throw new Error(`refused: ${landed.get('error')}`);
  return redeem(server, { ticket, verifier });
}
