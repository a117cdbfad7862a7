import { CONSOLE_CLIENT, type Session } from '@comporta/contract/sessions/session';
import type { Answer, TestServer } from './test-server.ts';

export interface LogIn {
  readonly email: string;
  readonly password: string;
  /** The client's address; the server uses it only when it was started with TRUST_PROXY=loopback. */
  readonly from?: string;
  readonly userAgent?: string;
  /** What this service gave to the browser. */
  readonly cookie?: string;
}

/** Logs in as the console does. */
export function logIn<Body = Session>(
  server: TestServer,
  { email, password, ...sender }: LogIn,
): Promise<Answer<Body>> {
  const form = { grant_type: 'password', username: email, password };
  return sendForm(server, '/oauth/token', { form, ...sender });
}

/** Sends a form with the console's client credential, or with the one given. */
export async function sendForm<Body>(
  server: TestServer,
  path: string,
  {
    form,
    client = `${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`,
    from = '127.0.0.1',
    userAgent = '',
    cookie = '',
  }: {
    form: Readonly<Record<string, string>>;
    client?: string;
    from?: string | undefined;
    userAgent?: string | undefined;
    cookie?: string | undefined;
  },
): Promise<Answer<Body>> {
  const response = await server.http.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
      'user-agent': userAgent,
      cookie,
    },
    payload: new URLSearchParams(form).toString(),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    // The caller names the type of the body; for a response without a body that is undefined.
    body: (response.payload === '' ? undefined : response.json()) as Body,
  };
}
