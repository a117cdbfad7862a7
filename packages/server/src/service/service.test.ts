import { afterEach, expect, it } from 'vitest';
import { createCompany } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

async function factsWith(settings: Record<string, string>): Promise<unknown> {
  server = await startTestServer(settings);
  return (await server.call('GET', '/api/config')).body;
}

it('a service without settings accepts the first sign-up and sends no mail', async () => {
  expect(await factsWith({})).toEqual({
    productName: 'Comporta',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    documentationUrl: '/help',
    termsUrl: null,
    packagesUrl: null,
    signUpOpen: true,
    firstRun: true,
    mailOn: false,
    deletedKeptDays: 30,
    passkeys: false,
    providers: [],
    providersBySlug: false,
  });
});

it('the facts of the service reflect its settings', async () => {
  const facts = await factsWith({
    DOCS_URL: 'https://example.com/docs',
    TERMS_URL: 'https://example.com/terms',
    SIGNUP: 'closed',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(facts).toMatchObject({
    documentationUrl: 'https://example.com/docs',
    termsUrl: 'https://example.com/terms',
    signUpOpen: false,
    mailOn: true,
  });
});

it.each(['first', 'open'])(
  'SIGNUP=%s: the first run lasts until there is an account',
  async (SIGNUP) => {
    expect(await factsWith({ SIGNUP })).toMatchObject({ signUpOpen: true, firstRun: true });
    await createCompany(server);
    const { body } = await server.call('GET', '/api/config');
    expect(body).toMatchObject({ signUpOpen: SIGNUP === 'open', firstRun: false });
  },
);

it('SIGNUP=closed: the service does not reveal whether there is an account', async () => {
  expect(await factsWith({ SIGNUP: 'closed' })).toMatchObject({ firstRun: false });
});
