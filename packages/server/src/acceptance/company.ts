import { createAccount } from '@comporta/contract/accounts/account-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { type Client, openClient } from './client.ts';
import type { ServiceProcess } from './service-process.ts';

export const PASSWORD = 'correct horse 1';

/** Signs a company up as a person does, with the link from the mail, and logs its first admin in. */
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

/** A company on a service, with an application that has one environment. */
export interface Shop {
  readonly admin: Client;
  readonly accountKey: string;
  readonly appId: string;
  readonly envId: string;
  /** Creates a new key of the environment; the previous key stops working. */
  newKey(): Promise<string>;
}

/** Signs a company up and creates an account key, and an application with one environment. */
export async function openShop(service: ServiceProcess): Promise<Shop> {
  const admin = await signUp(service, 'ana@example.com');
  const password = { body: { password: PASSWORD } };
  const { key: accountKey } = await admin.call(createAccountKey, password);
  const environments = [{ name: 'Production' }];
  const shop = await admin.call(createApplication, { body: { name: 'Shop', environments } });
  const [appId, envId] = [shop.id, shop.environments[0]?.id ?? ''];
  const newKey = () => admin.call(createEnvironmentKey, { params: { appId, envId }, ...password });
  return { admin, accountKey, appId, envId, newKey };
}

/** Resolves with the access token, which every node accepts. */
export async function logIn(visitor: Client, username: string): Promise<string> {
  const session = await visitor.call(createSession, {
    body: { grant_type: 'password', username, password: PASSWORD },
  });
  return session.access_token;
}

/** The id in a link to set a password: the last segment of its path. */
export function requestIdOf(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? '';
}
