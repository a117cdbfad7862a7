import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '../base/rejection.ts';

/** argon2id's own cost: 19 MiB and two passes, 30 to 50 ms (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing is what a flood of logins is made of: without a bound it would starve evaluation.
const AT_ONCE = 2;
const WAITING_AT_MOST = 20;
const RETRY_AFTER_SECONDS = 1;

let running = 0;
const waiting: (() => void)[] = [];

/** What a login of somebody unknown is checked against, so that it takes as long as any other. */
const NOBODY = hash('nobody has this password', COST);

/** How many passwords are being hashed right now, and how many wait for it. */
export function hashingLoad(): { readonly running: number; readonly waiting: number } {
  return { running, waiting: waiting.length };
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Costs the same when there is no hash, that is no such user or no password yet. Rejects with RATE_LIMITED. */
export function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? (await NOBODY), password);
    return matches && typeof passwordHash === 'string';
  });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else if (waiting.length < WAITING_AT_MOST) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else throw new Rejection('RATE_LIMITED', { retry_after: RETRY_AFTER_SECONDS });
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes to the caller that waits longest, so it is not given back first.
    if (next === undefined) running -= 1;
    else next();
  }
}
