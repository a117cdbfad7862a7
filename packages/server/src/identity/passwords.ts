import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '../platform/base/rejection.ts';

/** The cost of argon2id: 19 MiB and two passes, 30 to 50 ms (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Without a limit, the hashing for a flood of logins would starve evaluation of processor time.
const AT_ONCE = 2;
const WAITING_AT_MOST = 20;
/** Places that are kept for who is not a stranger to the user whose password it is. Source: IDN-43. */
const KEPT_PLACES = 5;
/** Limits for one network, so that others can still log in. */
const WAITING_PER_NETWORK = 10;
const KEPT_PER_NETWORK = 2;
const RETRY_AFTER_SECONDS = 1;

/** Who sends a password without a session. */
export interface Client {
  readonly network: string;
  /** Whether a kept place is for them: from a known browser, or after a right first step. */
  readonly isKnown: boolean;
}

interface Waiting {
  readonly network: string | undefined;
  readonly isKept: boolean;
  readonly begin: () => void;
}

let running = 0;

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
 * when too many calls wait, in total or from the network of the client, which is given where there is no session.
 */
export function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  client?: Client,
): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? (await NOBODY), password);
    return matches && typeof passwordHash === 'string';
  }, client);
}

async function inTurn<Result>(work: () => Promise<Result>, client?: Client): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else await placeOf(client);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The slot is passed directly to the call that has waited longest.
    if (next === undefined) running -= 1;
    else next.begin();
  }
}

/** Waits in an ordinary place, or else in a kept one. */
function placeOf(client: Client | undefined): Promise<void> {
  const isKept = [false, true].find((isKept) => hasPlace(isKept, client));
  if (isKept === undefined) {
    throw new Rejection('RATE_LIMITED', { retry_after: RETRY_AFTER_SECONDS });
  }
  return new Promise((begin) => waiting.push({ network: client?.network, isKept, begin }));
}

function hasPlace(isKept: boolean, client: Client | undefined): boolean {
  if (isKept && client?.isKnown === false) return false;
  const others = waiting.filter((other) => other.isKept === isKept);
  if (others.length >= (isKept ? KEPT_PLACES : WAITING_AT_MOST - KEPT_PLACES)) return false;
  if (client === undefined) return true;
  const perNetwork = isKept ? KEPT_PER_NETWORK : WAITING_PER_NETWORK;
  return others.filter(({ network }) => network === client.network).length < perNetwork;
}
