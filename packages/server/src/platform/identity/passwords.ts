import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '../base/rejection.ts';

/** argon2id's own cost: 19 MiB and two passes, 30 to 50 ms (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing is what a flood of logins is made of: without a bound it would starve evaluation.
const AT_ONCE = 2;
const WAITING_AT_MOST = 20;
/** Of one network: the others must come in, too. */
const WAITING_PER_NETWORK = 10;
const RETRY_AFTER_SECONDS = 1;

let running = 0;
interface Waiting {
  readonly network: string | undefined;
  readonly begin: () => void;
}

const waiting: Waiting[] = [];

/** What a login of somebody unknown is checked against, so that it takes as long as any other. */
const NOBODY = hash('nobody has this password', COST);

/** How many passwords are being hashed right now, and how many wait for it. */
export function hashingLoad(): { readonly running: number; readonly waiting: number } {
  return { running, waiting: waiting.length };
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Costs the same when there is no hash, that is no such user or no password yet. Rejects with
 * RATE_LIMITED when too many wait, or too many of the caller's network, where callers are strangers.
 */
export function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  network?: string,
): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? (await NOBODY), password);
    return matches && typeof passwordHash === 'string';
  }, network);
}

async function inTurn<Result>(work: () => Promise<Result>, network?: string): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else if (mayWait(network)) {
    await new Promise<void>((begin) => waiting.push({ network, begin }));
  } else throw new Rejection('RATE_LIMITED', { retry_after: RETRY_AFTER_SECONDS });
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes to the caller that waits longest, so it is not given back first.
    if (next === undefined) running -= 1;
    else next.begin();
  }
}

function mayWait(network: string | undefined): boolean {
  if (waiting.length >= WAITING_AT_MOST) return false;
  if (network === undefined) return true;
  return waiting.filter((other) => other.network === network).length < WAITING_PER_NETWORK;
}
