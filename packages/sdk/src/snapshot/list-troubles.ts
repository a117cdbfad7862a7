import { describeError } from '@comporta/client-core/describe-error';
import type { Logger } from '../logger.ts';

/** Logs that a list could not be fetched: again only when the reason is another one. */
export function listTroubles(logger: Logger): (id: string, error: unknown) => void {
  const told = new Map<string, string>();
  return (id, error) => {
    const reason = describeError(error);
    if (told.get(id) === reason) return;
    told.set(id, reason);
    logger.warn(`Comporta: the list ${id} could not be fetched: ${reason}`);
  };
}
