import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '../base/rejection.ts';

/** The cost of argon2id: 19 MiB and two passes, 30 to 50 ms (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Without a limit, the hashing for a flood of logins would starve evaluation of processor time.
const AT_ONCE = 2;
const WAITING_AT_MOST = 20;
/** Limit for one network, so that others can still log in. */
const WAITING_PER_NETWORK = 10;
const RETRY_AFTER_SECONDS = 1;

let running = 0;
interface Waiting {
  readonly network: string | undefined;
  readonly begin: () => void;
}

const waiting: Waiting[] = [];

/** Logins of unknown users are checked against this hash, so that they take as long as any other. */
const NOBODY = hash('nobody has this password', COST);

/** How many passwords are being hashed, and how many are waiting. */
export function hashingLoad(): { readonly running: number; readonly waiting: number } {
  return { running, waiting: waiting.length };
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Takes the same time when there is no hash, for an unknown user or one without a password. Rejects with RATE_LIMITED
 * when too many calls wait, in total or from `network`, which is given for unauthenticated clients.
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
    // The slot is passed directly to the call that has waited longest.
    if (next === undefined) running -= 1;
    else next.begin();
  }
}

function mayWait(network: string | undefined): boolean {
  if (waiting.length >= WAITING_AT_MOST) return false;
  if (network === undefined) return true;
  return waiting.filter((other) => other.network === network).length < WAITING_PER_NETWORK;
}
