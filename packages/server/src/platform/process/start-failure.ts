import { WrongSettings } from '../config/config.ts';
import { TablesAreNewer } from '../database/compatibility.ts';
import { DatabaseUnusable } from '../database/migrate-when-reachable.ts';

/** Why the service did not start and what to do about it, in words for the person who started it. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof WrongSettings) return error.message;
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  return `Comporta did not start: ${reason.replaceAll('\n', ' ')}.`;
}

function reasonOf(error: Error & NodeJS.ErrnoException & { address?: string; port?: number }) {
  if (error instanceof DatabaseUnusable) {
    return `${error.message} cannot be used: ${messageOf(error.cause)}. Check DATABASE_URL`;
  }
  if (error instanceof TablesAreNewer) return `${error.message}. Start the newer release`;
  const place = `port ${error.port} of ${error.address}`;
  switch (error.syscall === 'listen' ? error.code : undefined) {
    case 'EADDRINUSE':
      return `${place} is taken. Stop the other program or set PORT`;
    case 'EACCES':
      return `${place} is not for this user. Set PORT to 1024 or more`;
    case 'EADDRNOTAVAIL':
      return `${error.address} is no address of this machine. Check HOST`;
  }
  if (error.path !== undefined) return `${messageOf(error)}. Check DATA_DIR`;
  return messageOf(error);
}

/** Of several failures, such as one for each address of a name, the first speaks for all. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
