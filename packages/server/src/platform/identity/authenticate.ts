import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import { ON_PREMISE } from '../config/plans.ts';
import type { Sql } from '../database/database.ts';
import { type Actor, findActor } from './actor.ts';
import { requireConsoleClient } from './console-client.ts';

/** The caller; undefined when the endpoint needs no login. Rejects with UNAUTHORIZED, or with FORBIDDEN for admin or user endpoints. */
export async function authenticate(
  sql: Sql,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (endpoint.access === 'public') return undefined;
  if (endpoint.access === 'client') {
    requireConsoleClient(request.headers.authorization);
    return undefined;
  }
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const actor = token === undefined ? undefined : await findActor(sql, token);
  if (actor === undefined) throw new Rejection('UNAUTHORIZED');
  request.actor = actor;
  if (endpoint.access === 'admin' && !actor.admin) throw new Rejection('FORBIDDEN');
  if (actor.kind === 'key' && (endpoint.accountKey === 'refused' || actor.plan !== ON_PREMISE)) {
    throw new Rejection('FORBIDDEN');
  }
  return actor;
}
