import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Endpoint } from '@comporta/contract/endpoint';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { idempotentAnswers } from '../../tables/queues.ts';
import { Rejection } from '../base/rejection.ts';
import type { Actor } from '../callers/actor.ts';
import type { Sql } from '../database/database.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

interface RepeatableCall {
  readonly endpoint: Endpoint;
  readonly actor: Actor | undefined;
  readonly request: FastifyRequest;
}

/**
 * Returns the first result again when an actor repeats a create with the same Idempotency-Key. Rejects with
 * IDEMPOTENCY_KEY_REUSED when the body differs. A concurrent repetition waits for the first transaction.
 * The call must be authorised before. Source: T04.
 */
export async function answerOnce<Result>(
  sql: Sql,
  { endpoint, actor, request }: RepeatableCall,
  answer: () => Promise<Result>,
): Promise<Result> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || actor === undefined || endpoint.status !== 201) return answer();

  const requestHash = digest(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`);
  const { accountId } = actor;
  // A token does not get what its owner was answered, nor another token.
  const keyHash = digest(`${actor.kind} ${actor.token?.id ?? actor.id} ${key}`);
  const mine = and(
    eq(idempotentAnswers.accountId, accountId),
    eq(idempotentAnswers.keyHash, keyHash),
  );
  await sql
    .delete(idempotentAnswers)
    .where(and(mine, lt(idempotentAnswers.createdAt, new Date(Date.now() - KEPT_MS))));
  const first = await sql
    .insert(idempotentAnswers)
    .values({ accountId, keyHash, requestHash })
    .onConflictDoNothing()
    .returning({ keyHash: idempotentAnswers.keyHash });

  if (first.length === 0) {
    const [given] = await sql
      .select({
        requestHash: idempotentAnswers.requestHash,
        sealedAnswer: idempotentAnswers.sealedAnswer,
      })
      .from(idempotentAnswers)
      .where(mine);
    if (given?.sealedAnswer == null || given.requestHash !== requestHash) {
      throw new Rejection('IDEMPOTENCY_KEY_REUSED');
    }
    return JSON.parse(open(key, given.sealedAnswer));
  }
  const former = await formerAnswer<Result>(sql, { endpoint, accountId, key, requestHash });
  const result = former ?? (await answer());
  await sql
    .update(idempotentAnswers)
    .set({ sealedAnswer: seal(key, JSON.stringify(result)) })
    .where(mine);
  return result;
}

/**
 * What 0.1.0, which stores no actor with a key, answered to the same call. Undefined unless it is also an answer of this
 * release. So is only that of a new account key: the body has the actor's password, so nobody else can repeat the call.
 * All other repetitions are refused, because the name, key or e-mail is taken.
 */
async function formerAnswer<Result>(
  sql: Sql,
  {
    endpoint,
    accountId,
    key,
    requestHash,
  }: Pick<RepeatableCall, 'endpoint'> &
    Readonly<Record<'accountId' | 'key' | 'requestHash', string>>,
): Promise<Result | undefined> {
  const [given] = await sql
    .select({ sealedAnswer: idempotentAnswers.sealedAnswer })
    .from(idempotentAnswers)
    .where(
      and(
        eq(idempotentAnswers.accountId, accountId),
        eq(idempotentAnswers.keyHash, digest(key)),
        eq(idempotentAnswers.requestHash, requestHash),
      ),
    );
  if (given?.sealedAnswer == null) return undefined;
  const answer = JSON.parse(open(key, given.sealedAnswer));
  return endpoint.result?.safeParse(answer).success ? answer : undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

// Results may contain a secret that is shown once, so they are encrypted with the client's key, which is not stored.
function seal(key: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function open(key: string, sealedAnswer: string): string {
  const bytes = Buffer.from(sealedAnswer, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'comporta idempotent answer', 32));
}
