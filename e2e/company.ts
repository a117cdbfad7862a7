import { randomUUID } from 'node:crypto';
import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import type { UserRole } from '@comporta/contract/users/user-role';
import type { ServiceProcess } from '@comporta/server/acceptance/service-process';

export const PASSWORD = 'abc123';
/** The console's own client credential, as an `Authorization` header. */
export const CREDENTIAL = `Basic ${btoa(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`)}`;

/** A company of its own for one test, with its first admin logged in. */
export interface Company {
  readonly admin: Person;
  /** Adds a user and sets their password. `apps` are ids of applications granted to a user who is no admin. */
  addUser(user: {
    name: string;
    email?: string;
    admin?: boolean;
    apps?: readonly string[];
    roles?: readonly UserRole[];
  }): Promise<Person>;
  /** Invites a user. Resolves with the path of the page on which they set their password. */
  invite(email?: string): Promise<string>;
  /** Calls the API as the admin; throws on any status but 2xx. */
  readonly call: ApiCall;
  /** Calls the API as another user. */
  callAs(person: Person): ApiCall;
  /** Calls the API with a key, as a client system does. */
  callWith(key: string): ApiCall;
  createApplication(name: string, environments: readonly string[]): Promise<Application>;
  /** Ends a session on the service, as a logout elsewhere does: an open page is not notified. */
  endSession(accessToken: unknown): Promise<void>;
}

export type ApiCall = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Body>;

export interface Person {
  readonly name: string;
  readonly email: string;
  /** The response to the login: `access_token`, `expires_in`, …. */
  readonly token: Readonly<Record<string, unknown>>;
}

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly environments: readonly { readonly id: string; readonly name: string }[];
}

interface Founding {
  /** E-mail of the first admin. */
  readonly email?: string;
  /** Called with the admin's e-mail before the first login. */
  readonly signedUp?: (email: string) => Promise<void>;
}

export async function createCompany(
  service: Pick<ServiceProcess, 'url' | 'passwordLink'>,
  { email = `ana.${randomUUID()}@example.com`, signedUp = async () => {} }: Founding = {},
): Promise<Company> {
  // Each company has its own client address, so that the rate limits of one test's logins do not affect another's.
  const address = `10.${byte()}.${byte()}.${byte()}`;
  const request = async (method: string, path: string, init: RequestInit): Promise<unknown> => {
    const headers = { 'x-forwarded-for': address, ...init.headers };
    const response = await fetch(service.url + path, { ...init, method, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const send = (method: string, path: string, body?: unknown, token?: unknown) =>
    request(method, path, {
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function logInFirst(name: string, email: string): Promise<Person> {
    const link = await service.passwordLink(email);
    const requestId = link.slice(link.lastIndexOf('/') + 1);
    await send('POST', `/api/users/passwords/${requestId}`, {
      value: PASSWORD,
      confirmation: PASSWORD,
    });
    const token = await request('POST', '/oauth/token', {
      headers: { authorization: CREDENTIAL },
      body: new URLSearchParams({ grant_type: 'password', username: email, password: PASSWORD }),
    });
    return { name, email, token: token as Person['token'] }; // The contract's session.
  }

  await send('POST', '/api/accounts', {
    userName: 'Ana Souza',
    userEmail: email,
    companyName: 'Acme',
    acceptTermsAndConditions: true,
  });
  await signedUp(email);
  const admin = await logInFirst('Ana Souza', email);

  const company: Company = {
    admin,
    async addUser({ name, email: userEmail = `user.${randomUUID()}@example.com`, ...user }) {
      const { admin: isAdmin = false, apps = [], roles = [] } = user;
      const body = { name, email: userEmail, admin: isAdmin, apps, roles };
      await company.call('POST', '/api/users', body);
      return logInFirst(name, userEmail);
    },
    async invite(invited = `user.${randomUUID()}@example.com`) {
      await company.call('POST', '/api/users', { name: 'Bia', email: invited });
      return new URL(await service.passwordLink(invited)).pathname;
    },
    call: (method, path, body) => company.callAs(admin)(method, path, body),
    callAs: ({ token }) => company.callWith(String(token.access_token)),
    callWith:
      (key) =>
      async <Body>(method: string, path: string, body?: unknown) =>
        (await send(method, path, body, key)) as Body, // The caller knows the type of the response.
    createApplication: (name, environments) =>
      company.call('POST', '/api/apps', {
        name,
        environments: environments.map((environment) => ({ name: environment })),
        notificationLanguage: 'en',
      }),
    async endSession(accessToken) {
      const body = new URLSearchParams({ token: String(accessToken) });
      await request('POST', '/oauth/revoke', { headers: { authorization: CREDENTIAL }, body });
    },
  };
  return company;
}

function byte(): number {
  return Math.floor(Math.random() * 256);
}
