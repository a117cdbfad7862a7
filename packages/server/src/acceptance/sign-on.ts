import type { Provider } from '@comporta/contract/identity/provider';
import { createProvider } from '@comporta/contract/identity/provider-api';
import { startSignOn } from '@comporta/contract/identity/sign-on-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import type { CompanyLogin } from '../testing/providers/company-login.ts';
import { draftOf } from '../testing/providers/provider-desk.ts';
import { type Client, openClient } from './client.ts';

/** What a service needs for sign-on: a key, and leave to call a provider on this machine. */
export const WITH_SIGN_ON = {
  ENCRYPTION_KEY: 'k'.repeat(43),
  IDENTITY_ALLOW_CIDRS: '127.0.0.0/8',
};

/** Connects the company of an administrator with its login; it creates users. */
export function connectProvider(
  admin: Client,
  login: CompanyLogin,
  draft: object = {},
): Promise<Provider> {
  return admin.call(createProvider, { body: draftOf(login, { ...login.client, ...draft }) });
}

/** A browser that has logged in at the provider, and not come back yet. */
export interface SentBack {
  readonly verifier: string;
  /** The path and the query that lead to the service. */
  readonly callback: string;
}

/** Begins at a node, and logs in at the company's page as this person. */
export async function logInThere(
  url: string,
  { slug }: Pick<Provider, 'slug'>,
  sub: string,
): Promise<SentBack> {
  const verifier = newSecret();
  const { location } = await openClient(url).call(startSignOn, {
    params: { slug },
    body: { verifierHash: hashSecret(verifier) },
  });
  const cookies = new Map<string, string>();
  let at = new URL(location);
  while (!at.pathname.startsWith('/api/sso/')) at = await follow(at, cookies, sub);
  return { verifier, callback: `${at.pathname}${at.search}` };
}

/** Where the provider leads next; at its page, the button of the person is pressed. */
async function follow(at: URL, cookies: Map<string, string>, sub: string): Promise<URL> {
  const response = await fetch(at, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  for (const one of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
    cookies.set(name, value);
  }
  const leads = response.headers.get('location');
  if (leads !== null) return new URL(leads, at);
  if (!at.pathname.startsWith('/interaction/')) throw new Error(`${at} led nowhere`);
  return new URL(`${at.pathname}/${encodeURIComponent(sub)}`, at);
}

/** What the callback of a node leads to: a ticket, or an error. */
export async function comeBack(url: string, { callback }: SentBack): Promise<URLSearchParams> {
  const response = await fetch(`${url}${callback}`, { redirect: 'manual' });
  if (response.status !== 303) throw new Error(`the callback answered ${response.status}`);
  return new URLSearchParams(response.headers.get('location')?.replace('/sso#', ''));
}

/** The body of the call that opens a session by a ticket. */
export interface TicketForm {
  readonly grant_type: 'urn:comporta:ticket';
  readonly ticket: string;
  readonly verifier: string;
}

/** Comes in as far as the ticket. */
export async function fetchTicket(
  url: string,
  provider: Pick<Provider, 'slug'>,
  sub: string,
): Promise<TicketForm> {
  const sentBack = await logInThere(url, provider, sub);
  const landed = await comeBack(url, sentBack);
  const ticket = landed.get('ticket');
  if (ticket === null) throw new Error(`refused: ${landed.get('error')}`);
  return { grant_type: 'urn:comporta:ticket', ticket, verifier: sentBack.verifier };
}

/** Comes in, and resolves with the token of the session. */
export async function signOn(
  url: string,
  provider: Pick<Provider, 'slug'>,
  sub: string,
): Promise<string> {
  const body = await fetchTicket(url, provider, sub);
  return (await openClient(url).call(createSession, { body })).access_token;
}
