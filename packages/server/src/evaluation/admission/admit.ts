import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/base/network.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { CallShares } from '../../platform/http/call-shares.ts';
import type { Proxies } from '../../process/proxies.ts';
import { type AddressLimits, openAddressLimit, retryAfterOf } from './address-limit.ts';
import type { Call, Caller } from './caller.ts';
import { openHeldCalls, untilClosed } from './held-calls.ts';
import { kindOf, type Limited, type Opened } from './limited.ts';
import { peopleShares } from './people-shares.ts';
import { pointsOf, type Work } from './points.ts';
import { type Instruments, openShares, ownInstruments, type Party } from './shares.ts';

const LOOK_MS = 100;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent a call with a key, and what its head was charged; undefined before it is admitted. */
    admitted: Admitted | undefined;
  }
}

interface Admitted extends Call {
  readonly access: Opened;
}

/** The gate before everything that a key opens. */
export interface Admission {
  /**
   * Charges a call by its head, before its body is read. Undefined when it may pass at once; else it is held, and
   * rejected with RATE_LIMITED when there were no points within a second.
   */
  admit(request: FastifyRequest, reply: FastifyReply, access: Opened): Promise<void> | undefined;
  /** Charges the rest once the work is known, before it is done. Rejects with RATE_LIMITED when the address has no room. */
  charge(request: FastifyRequest, work: Omit<Work, 'bytes'>): void;
  /** For calls that are answered before Fastify: the party of a server that need not be held, and what its call cost. */
  passing(access: Opened): Party | undefined;
  passed(party: Party, work: Work): void;
  readonly people: CallShares;
  readonly limited: Limited;
  heldCalls(): number;
  level(): number | undefined;
  close(): void;
}

interface AdmissionOptions {
  readonly config: AddressLimits;
  readonly proxies: Proxies;
  readonly limited: Limited;
  /** By default those of this process. */
  readonly instruments?: Instruments | undefined;
}

export function openAdmission(options: AdmissionOptions): Admission {
  const { config, proxies, limited, instruments = ownInstruments() } = options;
  const { now } = instruments;
  const shares = openShares(instruments);
  const addresses = openAddressLimit(config, now);
  const held = openHeldCalls({ shares, addresses, now });
  const looking = setInterval(shares.look, LOOK_MS).unref();

  const partyOf = (access: Opened) =>
    shares.partyOf(access.environment.snapshot.head.accountId, kindOf(access));

  function callerOf(request: FastifyRequest, access: Opened): Caller {
    const { id: environmentId } = access.environment;
    const isClient = access.kind === 'CLIENT_KEY';
    const network = isClient ? networkOf(request.ip) : undefined;
    const isLimited = isClient && !proxies.isProxyItself(request.raw);
    const address = isLimited ? `${environmentId} ${network}` : undefined;
    return { party: partyOf(access), environmentId, network, address };
  }

  function tooFast(access: Opened, limit: 'ADDRESS' | 'SHARE', missingMs: number): Rejection {
    limited.note(access, limit);
    const seconds = limit === 'ADDRESS' ? retryAfterOf(missingMs) : randomFrom(1, 3);
    return new Rejection('RATE_LIMITED', { limit, retry_after: seconds });
  }

  async function hold(call: Admitted, reply: FastifyReply): Promise<void> {
    const { access, caller, points } = call;
    const missingMs = () => addresses.missingMs(caller, points);
    const waiting = held.hold(call);
    if (waiting === undefined) {
      // What the client sends next on this connection could only be refused, too.
      reply.header('connection', 'close');
      throw tooFast(access, missingMs() > 0 ? 'ADDRESS' : 'SHARE', missingMs());
    }
    const outcome = await untilClosed(waiting, reply.raw);
    if (outcome === 'GONE') throw new Rejection('MALFORMED_REQUEST');
    if (outcome !== 'PASSED') throw tooFast(access, outcome, missingMs());
    giveBack(call, reply);
  }

  /** When a call ends of which nothing more was charged. */
  function giveBack(call: Admitted, { raw }: FastifyReply): void {
    if (!call.lent) return;
    raw.once('close', () => {
      shares.charge(call.caller.party, 0, call.lent);
      call.lent = 0;
    });
  }

  return {
    admit(request, reply, access) {
      const caller = callerOf(request, access);
      const points = pointsOf({ bytes: sentBytes(request.headers) });
      request.admitted = { access, caller, points };
      const mayPass =
        !held.isWaiting(caller) &&
        addresses.missingMs(caller, points) === 0 &&
        shares.mayPass(caller.party);
      if (!mayPass) return hold(request.admitted, reply);
      addresses.takeCall(caller, points);
      shares.begin(caller.party, points);
      request.admitted.lent = shares.lend(caller.party, points);
      giveBack(request.admitted, reply);
      return undefined;
    },
    charge({ admitted, bodyBytes, headers }, work) {
      if (admitted === undefined) throw new Error('a call is charged that was not admitted');
      const { access, caller, points } = admitted;
      const total = pointsOf({ bytes: bodyBytes ?? sentBytes(headers), ...work });
      if (total <= points) return;
      const call = { taken: points, total };
      const missingMs = addresses.missingRestMs(caller, call);
      if (missingMs > 0) throw tooFast(access, 'ADDRESS', missingMs);
      addresses.takeRest(caller, call);
      shares.charge(caller.party, total - points, admitted.lent);
      admitted.lent = 0;
    },
    passing(access) {
      const party = partyOf(access);
      return held.isPartyWaiting(party) || !shares.mayPass(party) ? undefined : party;
    },
    passed: (party, work) => shares.begin(party, pointsOf(work)),
    people: peopleShares(shares, held),
    limited,
    heldCalls: () => held.size,
    level: shares.level,
    close() {
      clearInterval(looking);
      held.close();
    },
  };
}

/** As the head says it; 0 for a body of unknown length, which is charged once it was read. */
function sentBytes(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0);
}

function randomFrom(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}
