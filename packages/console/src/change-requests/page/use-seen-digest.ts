import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { isFinal } from '@comporta/contract/change-requests/request-state';
import { useState } from 'react';

export interface SeenDigest {
  /** Of the content that the person has looked at, which a review is about. */
  readonly digest: string;
  /** Whether the content is another one meanwhile, and there is still something to decide. */
  readonly isStale: boolean;
  /** To be called when the person has looked at the present one, or at one that they made. */
  readonly lookAgain: (digest?: string) => void;
}

type Digested = Pick<ChangeRequest, 'digest' | 'state' | 'approvals'>;

/** The page follows the request, and a press must not approve what came a moment before it. Source: SAF-24. */
export function useSeenDigest(request: Digested): SeenDigest {
  const { digest } = request;
  const [seen, setSeen] = useState(digest);
  return {
    digest: seen,
    isStale: isStale(request, seen),
    lookAgain: (present = digest) => setSeen(present),
  };
}

/** What is applied is shown by another digest. It is no news where nobody is asked to approve any more. */
export function isStale({ digest, state, approvals }: Digested, seen: string): boolean {
  const isApplied = isFinal(state) || state === 'RUNNING';
  return seen !== digest && !(isApplied && approvals.every(({ given, needed }) => given >= needed));
}
