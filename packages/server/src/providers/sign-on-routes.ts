import * as api from '@comporta/contract/identity/sign-on-api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../platform/base/log.ts';
import { networkOf } from '../platform/base/network.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { logOf } from '../platform/http/request-log.ts';
import type { Server } from '../platform/http/route.ts';
import { findAnyProvider, findEnabledProvider } from './provider-repository.ts';
import { beginSignOn, type Claims, endSignOn, type SignOn } from './sign-on.ts';
import { openState } from './sign-on-state.ts';
import { makeTicket } from './ticket.ts';

const STARTS_PER_NETWORK = 30;
/** How long ago the login at a provider may be that confirms something. */
const FRESH_SECONDS = 300;
/** SHA-256 in base64url. */
const HASH = /^[\w-]{43}$/;

export function signOnRoutes({ routeOutsideTransaction }: Server, signOn: SignOn): void {
  const takeStart = createRateLimit(STARTS_PER_NETWORK);
  routeOutsideTransaction(api.startSignOn, async ({ sql, address, params, body }) => {
    takeStart(networkOf(address));
    const provider = orNotFound(await findEnabledProvider(sql, { slug: params.slug }));
    const verifierHash = requireHash(body.verifierHash);
    const begun = { purpose: 'LOGIN', userId: null, verifierHash } as const;
    return {
      name: provider.name,
      publicUrl: signOn.publicUrl,
      location: await beginSignOn(signOn, provider, begun),
    };
  });
}

export function requireHash(text: string): string {
  if (!HASH.test(text)) throw new Rejection('INVALID_BODY');
  return text;
}

/**
 * Where providers send browsers back to. It answers no JSON, but leads to a page of the console, with the ticket behind the
 * sign that no server is sent. Source: IDN-12.
 */
export function callbackRoute(http: FastifyInstance, sql: Sql, signOn: SignOn): void {
  http.get('/api/sso/:slug/callback', async (request, reply) => {
    const landing = await landingOf(request, sql, signOn);
    return reply
      .code(303)
      .header('location', `/sso#${landing}`)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send();
  });
}

async function landingOf(request: FastifyRequest, sql: Sql, signOn: SignOn): Promise<string> {
  const log = logOf(request);
  // Its id: routes that begin alike name what follows alike.
  const { slug: id } = request.params as { slug: string };
  const query = request.url.slice(request.url.indexOf('?'));
  const sealedState = new URLSearchParams(query).get('state') ?? '';
  const state = await openState(signOn.sealing, id, sealedState);
  try {
    if (state === undefined) throw new Rejection('SSO_EXPIRED');
    const provider = await findAnyProvider(sql, id);
    // A test is for before it is enabled, too.
    if (provider === undefined || !(provider.enabled || state.purpose === 'TEST')) {
      throw new Rejection('SSO_EXPIRED');
    }
    const claims = await endSignOn(signOn, { provider, state, sealedState, query }, log);
    if (state.purpose === 'CONFIRM') requireFresh(claims, log.child({ providerId: id }));
    const ticket = await makeTicket(sql, state, claims);
    return new URLSearchParams({ ticket }).toString();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { code, cause } = error;
    request.errorCode = code;
    const reason = reasonOf(cause);
    log.info({ errorCode: code, providerId: id, reason }, 'sign-on refused');
    const isTest = state?.purpose === 'TEST' && reason !== undefined;
    const told = { error: code, request: request.id, ...(isTest && { reason }) };
    return new URLSearchParams(told).toString();
  }
}

/** A provider was asked to have its user log in again. Source: IDN-83. */
function requireFresh({ auth_time: at }: Claims, log: Log): void {
  if (typeof at !== 'number') {
    log.info('the provider does not say when its user logged in');
  } else if (Date.now() / 1000 - at > FRESH_SECONDS) throw new Rejection('SSO_EXPIRED');
}

/** What the library says of a refused answer, without what the answer holds. */
function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && cause.code !== undefined ? ` (${String(cause.code)})` : '';
  return `${cause.message}${code}`;
}
