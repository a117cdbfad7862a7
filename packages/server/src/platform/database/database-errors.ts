import pg from 'pg';
import { REFUSAL_OF_CONSTRAINT, type Refusal } from '../../tables/refusals.ts';
import { Rejection } from '../base/rejection.ts';

const DISK_FULL = '53100';
/** Lock not available in time, deadlock, and an outdated snapshot: another transaction was in the way of this one. */
const OTHERS_IN_THE_WAY = new Set(['55P03', '40P01', '40001']);
const QUERY_CANCELLED = '57014';
/** Routines of PostgreSQL that fail when a table cannot grow. A disk quota or file size limit has no error code of its own. */
const TABLE_CANNOT_GROW = new Set(['mdextend', 'mdzeroextend']);
/** Connection lost, refused or timed out; server starting, stopping or read-only; too many connections. */
const AWAY = /^(08|57P|53300|57014|25006)/;
const AWAY_NODE = new Set([
  // A Unix socket whose backlog is full because a frozen server accepts no connections.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The refusal that a failed query stands for; undefined when the failure is a bug. */
export function rejectionOfDatabaseError(error: unknown): Rejection | undefined {
  const cause = rootOf(error);
  if (cause instanceof Rejection) return cause;
  if (cause instanceof pg.DatabaseError) {
    const refusal = refusalOfConstraint(cause.constraint);
    if (refusal !== undefined) return new Rejection(refusal.code, refusal.at && { at: refusal.at });
    if (cause.code === DISK_FULL || TABLE_CANNOT_GROW.has(cause.routine ?? ''))
      return new Rejection('STORAGE_FULL');
    if (OTHERS_IN_THE_WAY.has(cause.code ?? '')) return new Rejection('SERVICE_BUSY');
    if (cause.code !== undefined && AWAY.test(cause.code))
      return new Rejection('SERVICE_UNAVAILABLE');
    return undefined;
  }
  if (isWithoutConnection(cause)) return new Rejection('SERVICE_BUSY');
  return isConnectionFailure(cause) ? new Rejection('SERVICE_UNAVAILABLE') : undefined;
}

/** Other constraints `…_name_unique` and `…_key_unique` refuse a second one of the same name, at that field. */
function refusalOfConstraint(constraint = ''): Refusal | undefined {
  if (Object.hasOwn(REFUSAL_OF_CONSTRAINT, constraint)) return REFUSAL_OF_CONSTRAINT[constraint];
  if (constraint.endsWith('_name_unique')) return { code: 'DUPLICATE_NAME', at: ['name'] };
  if (constraint.endsWith('_key_unique')) return { code: 'DUPLICATE_KEY', at: ['key'] };
  return undefined;
}

/** Whether a write failed for a reason that says nothing about its rows: the database is away, full or busy. */
export function isPassing(error: unknown): boolean {
  return rejectionOfDatabaseError(error) !== undefined;
}

/** The code of a failure for the log; the message of the driver may hold what users sent. */
export function codeOfFailure(error: unknown): string {
  const cause = rootOf(error);
  if (cause instanceof pg.DatabaseError && cause.code !== undefined) return cause.code;
  return cause instanceof Error ? cause.name : typeof cause;
}

/** Whether a statement was cancelled, by a timeout or by an administrator. */
export function isCancelled(error: unknown): boolean {
  const cause = rootOf(error);
  return cause instanceof pg.DatabaseError && cause.code === QUERY_CANCELLED;
}

/** Whether the database itself is unavailable, so that other statements fail, too. */
export function isUnavailable(error: unknown): boolean {
  return rejectionOfDatabaseError(error)?.code === 'SERVICE_UNAVAILABLE' && !isCancelled(error);
}

/** Whether a pooler refuses transactions. A retry does not help until its configuration changes. */
export function isStatementPooling(error: unknown): boolean {
  const cause = rootOf(error);
  return cause instanceof pg.DatabaseError && cause.message.includes('statement pooling mode');
}

/** Drizzle wraps the error of the driver, or the refusal of a gate in front of it, in its own. */
function rootOf(error: unknown): unknown {
  if (error instanceof Rejection) return error;
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

/** The pool reports without a code that all its connections were in use for too long. */
function isWithoutConnection(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
  );
}

function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return AWAY_NODE.has(error.code);
  // The driver reports these without a code.
  return /^(Connection terminated|timeout expired|Client .* is not queryable)/.test(error.message);
}
