import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useState } from 'react';

export interface SeenDigest {
  /** Of the content that the person has looked at, which a review is about. */
  readonly digest: string;
  /** Whether the content is another one meanwhile. */
  readonly isStale: boolean;
  /** To be called when the person has looked at the present one. */
  readonly lookAgain: () => void;
}

/** The page follows the request, and a press must not approve what came a moment before it. Source: SAF-24. */
export function useSeenDigest({ digest }: Pick<ChangeRequest, 'digest'>): SeenDigest {
  const [seen, setSeen] = useState(digest);
  return { digest: seen, isStale: seen !== digest, lookAgain: () => setSeen(digest) };
}
