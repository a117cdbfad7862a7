import type { ServerResponse } from 'node:http';

/** How the calls of people and programs take part when a busy node is shared between companies. Source: FAIR-04. */
export interface CallShares {
  /** Waits, at most a second, while the company had its share. Undefined when it need not wait. Never refuses. */
  admit(company: string, response: ServerResponse): Promise<void> | undefined;
  /** Notes what the answer cost. */
  answered(company: string, bytes: number): void;
}
