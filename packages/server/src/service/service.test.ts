import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

async function factsWith(settings: Record<string, string>): Promise<unknown> {
  server = await startTestServer(settings);
  return (await server.call('GET', '/api/config')).body;
}

it('a service that nobody set up takes the first sign-up and sends no mail', async () => {
  expect(await factsWith({})).toEqual({
    productName: 'Comporta',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    documentationUrl: 'http://localhost:8080/api/docs',
    termsUrl: null,
    signUpOpen: true,
    mailOn: false,
  });
});

it('says what the settings say', async () => {
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
