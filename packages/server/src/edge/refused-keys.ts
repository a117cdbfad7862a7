import { WrongSettings } from '../platform/config/config.ts';

interface Awaited {
  readonly upstream: string;
  /** How many keys the node has. */
  readonly count: number;
  /** Whether the node has something to answer from, so that it must go on. */
  readonly isNeeded: () => boolean;
}

export interface Refusals {
  /** Rejects when the upstream has refused every key at the start, and the node has nothing to answer from. */
  readonly failed: Promise<never>;
  /** Notes that a key was refused before it was ever accepted; once for each key. */
  note(): void;
}

export function awaitRefusals({ upstream, count, isNeeded }: Awaited): Refusals {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {}); // Somebody may start listening after it has rejected.
  let refused = 0;
  return {
    failed,
    note() {
      refused += 1;
      if (refused < count || isNeeded()) return;
      const keys = count === 1 ? 'the key' : 'each key';
      reject(
        new WrongSettings(
          `${upstream} refuses ${keys} of this edge node. Set COMPORTA_KEY to a key of an environment or an account there.`,
        ),
      );
    },
  };
}
