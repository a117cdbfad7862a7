import { Rejection } from '../platform/base/rejection.ts';

/** Counts the open streams of each environment on this node. */
export interface StreamLimit {
  /** Counts one more stream, or rejects with RATE_LIMITED at the limit. Returns a function that releases it. */
  take(environmentId: string): () => void;
  /** The number of open streams of all environments. */
  open(): number;
}

export function createStreamLimit(perEnvironment: number): StreamLimit {
  const open = new Map<string, number>();
  return {
    open: () => [...open.values()].reduce((sum, count) => sum + count, 0),
    take(environmentId) {
      const count = open.get(environmentId) ?? 0;
      if (count >= perEnvironment) throw new Rejection('RATE_LIMITED');
      open.set(environmentId, count + 1);
      return () => {
        const left = (open.get(environmentId) ?? 1) - 1;
        if (left === 0) open.delete(environmentId);
        else open.set(environmentId, left);
      };
    },
  };
}
