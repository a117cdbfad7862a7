import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useRef, useState } from 'react';
import { useRequestRefusal } from './use-request-refusal.ts';

export interface Sending {
  readonly isBusy: boolean;
  /** Why the last call was refused, in words. */
  readonly problem: string | undefined;
  /** Resolves to whether it was done. One call is under way at a time. */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly refuse: (problem: string) => void;
}

/** Makes the calls of the page, one at a time, and keeps why the last one was refused. */
export function useSending(request: ChangeRequest): Sending {
  const refusalText = useRequestRefusal(request);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);

  async function send(work: () => Promise<unknown>): Promise<boolean> {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      await work();
      setProblem(undefined);
      return true;
    } catch (error) {
      setProblem(refusalText(error));
      return false;
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, problem, send, refuse: setProblem };
}
