import { fairOrder } from './fair-order.ts';
import { Rejection } from './rejection.ts';

/** Who asks to enter. */
export interface Asking {
  /** Those who wait enter in the fair order of these lanes. */
  readonly path: readonly string[];
  /** Aborted when the caller went away, which then leaves the line. */
  readonly gone?: AbortSignal | undefined;
  /** The moment of `performance.now()` at which it gives up; without one, 5 s from now. */
  readonly until?: number;
}

/** Nobody waits longer for a connection. Source: FAIR-42. */
export const WAIT_MS = 5_000;

export function waitEnd(): number {
  return performance.now() + WAIT_MS;
}

export interface Gate {
  readonly waiting: number;
  readonly isIdle: boolean;
  /** Resolves, when there is a place, with the function that leaves it. */
  enter(asking: Asking): Promise<() => void>;
}

interface GateOptions {
  /** How many are in at once. Beside others who wait, those of one company have at most half of the places. */
  readonly most: number;
  /** How many wait at most; more are refused at once. */
  readonly waiting?: number;
  readonly refusal?: () => Rejection;
}

export function openGate({
  most,
  waiting = Number.POSITIVE_INFINITY,
  refusal = () => new Rejection('SERVICE_BUSY'),
}: GateOptions): Gate {
  const order = fairOrder<() => void>();
  const held = new Map<string, number>();
  let inside = 0;

  const heldBy = (company: string) => held.get(company) ?? 0;
  const hasHalf = (company: string) => heldBy(company) + 1 > most / 2;

  /** A place, which is passed on without a moment in which another call could take it. */
  function place([company = '']: readonly string[]): () => void {
    let isLeft = false;
    held.set(company, heldBy(company) + 1);
    return () => {
      if (isLeft) return;
      isLeft = true;
      if (heldBy(company) === 1) held.delete(company);
      else held.set(company, heldBy(company) - 1);
      const next = order.take(hasHalf);
      if (next === undefined) inside -= 1;
      else next();
    };
  }

  function wait({ path, gone, until = waitEnd() }: Asking): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', goAway);
      };
      const leaveOrder = order.add(path, 1, () => {
        end();
        resolve(place(path));
      });
      const giveUp = (reason: unknown) => {
        end();
        leaveOrder();
        reject(reason);
      };
      const goAway = () => giveUp(gone?.reason);
      const timer = setTimeout(() => giveUp(refusal()), until - performance.now());
      gone?.addEventListener('abort', goAway);
    });
  }

  return {
    get waiting() {
      return order.size;
    },
    get isIdle() {
      return inside === 0;
    },
    async enter(asking) {
      asking.gone?.throwIfAborted();
      if (inside >= most) {
        if (order.size >= waiting) throw refusal();
        return wait(asking);
      }
      inside += 1;
      return place(asking.path);
    },
  };
}

export type Enter = () => Promise<() => void>;

/** Enters one after the other, and all or none; the returned function leaves all. */
export async function enterAll(...enters: readonly Enter[]): Promise<() => void> {
  const entered: (() => void)[] = [];
  const leave = () => {
    for (const one of entered.splice(0)) one();
  };
  try {
    for (const enter of enters) entered.unshift(await enter());
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

export interface Lines {
  readonly waiting: number;
  /** How many lines somebody is in. */
  readonly size: number;
  enter(key: string, asking: Asking): Promise<() => void>;
}

/** A gate for each key, which is forgotten when nobody is in it. */
export function openLines(options: GateOptions): Lines {
  const gates = new Map<string, Gate>();
  return {
    get waiting() {
      return [...gates.values()].reduce((count, gate) => count + gate.waiting, 0);
    },
    get size() {
      return gates.size;
    },
    async enter(key, asking) {
      const gate = gates.get(key) ?? openGate(options);
      gates.set(key, gate);
      const forget = () => {
        if (gate.isIdle && gates.get(key) === gate) gates.delete(key);
      };
      try {
        const leave = await gate.enter(asking);
        return () => {
          leave();
          forget();
        };
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
