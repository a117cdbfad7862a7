import { createAccount } from '@comporta/contract/accounts/account-api';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { type Client, openClient } from './client.ts';
import type { ServiceProcess } from './service-process.ts';

export const PASSWORD = 'correct horse 1';

/** Signs a company up as a person would, link in the mail included, and logs its first admin in. */
export async function signUp(service: ServiceProcess, userEmail: string): Promise<Client> {
  const visitor = openClient(service.url);
  await visitor.call(createAccount, {
    body: { userName: 'Ana', userEmail, companyName: 'Acme', acceptTermsAndConditions: true },
  });
  const requestId = requestIdOf(await service.passwordLink(userEmail));
  await visitor.call(setPassword, {
    params: { requestId },
    body: { value: PASSWORD, confirmation: PASSWORD },
  });
  return openClient(service.url, await logIn(visitor, userEmail));
}

/** Answers the access token, which every node accepts. */
export async function logIn(visitor: Client, username: string): Promise<string> {
  const session = await visitor.call(createSession, {
    body: { grant_type: 'password', username, password: PASSWORD },
  });
  return session.access_token;
}

/** What stands in a link to set a password. */
export function requestIdOf(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? '';
}
