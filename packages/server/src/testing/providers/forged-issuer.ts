import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issuer that says whatever a test tells it to, honest or not. */
export interface ForgedIssuer {
  readonly issuer: string;
  /** How often its discovery document was read. */
  discoveries: number;
  /** Answers the next exchanges of a code. */
  answer: (asked: URLSearchParams) => object | undefined;
  /** Changes the answer of a path, such as its discovery document. */
  override: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** A token with these claims over the usual ones, signed as the issuer signs. */
  sign(claims: object, how?: Signing): string;
  close(): Promise<void>;
}

export interface Signing {
  readonly alg?: 'RS256' | 'HS256' | 'none';
  /** Of somebody else, or the secret of HS256. */
  readonly key?: KeyObject | string;
  /** What the payload is replaced by after it was signed. */
  readonly changed?: object;
}

export const FORGED_CLIENT = { clientId: 'comporta', clientSecret: 'a-secret-of-the-client' };

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startForgedIssuer(): Promise<ForgedIssuer> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const forged: ForgedIssuer = {
    issuer,
    discoveries: 0,
    answer: () => undefined,
    override: undefined,
    sign(claims, { alg = 'RS256', key = privateKey, changed } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: FORGED_CLIENT.clientId, iat: now, exp: now + 300 };
      const head = encode({ alg, typ: 'JWT', ...(alg === 'RS256' && { kid: 'k1' }) });
      const content = `${head}.${encode({ ...usual, ...claims })}`;
      const payload =
        changed === undefined ? content : `${head}.${encode({ ...usual, ...changed })}`;
      if (alg === 'none') return `${payload}.`;
      const signature =
        alg === 'HS256'
          ? createHmac('sha256', key as string)
              .update(content)
              .digest('base64url')
          : createSign('sha256')
              .update(content)
              .sign(key as KeyObject, 'base64url');
      return `${payload}.${signature}`;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === DISCOVERY) forged.discoveries += 1;
    if (forged.override?.(request, response)) return;
    if (pathname === '/token') exchange(request, response);
    else if (pathname === DISCOVERY) send(response, metadata());
    else if (pathname === '/jwks') {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' };
      send(response, { keys: [key] });
    } else send(response, { error: 'not_found' }, 404);
  }

  function exchange(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const answer = forged.answer(new URLSearchParams(body));
      if (answer === undefined) send(response, { error: 'invalid_grant' }, 400);
      else send(response, answer);
    });
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  return forged;
}

const DISCOVERY = '/.well-known/openid-configuration';

function send(response: ServerResponse, answer: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}
