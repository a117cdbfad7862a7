import { readConfig, WrongSettings } from '../platform/config/config.ts';
import { TablesAreNewer } from '../platform/database/compatibility.ts';
import {
  isStatementPooling,
  rejectionOfDatabaseError,
} from '../platform/database/database-errors.ts';
import { DatabaseUnusable } from '../platform/database/migrate-when-reachable.ts';
import { MigrationBlocked } from '../platform/database/migrations.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The message for the operator that says why the service did not start, and what to do about it. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof WrongSettings) return error.message;
  return `Comporta did not start: ${reasonOfStartFailure(error)}.`;
}

/** The same without what comes before the reason: `comporta check` says it in the same words. */
export function reasonOfStartFailure(error: unknown): string {
  return (error instanceof Error ? reasonOf(error) : String(error)).replaceAll('\n', ' ');
}

/** EX_CONFIG of sysexits.h. */
export const WRONG_CONFIGURATION = 78;

/** One of several nodes ended in a way that another start would not mend. It has said why. */
export class NodeFailed extends Error {
  override readonly name = 'NodeFailed';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`a node ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** 78 if another start would fail, too, until a person changes something; then service managers need not try again. */
export function exitCodeOfStartFailure(error: unknown): number {
  if (error instanceof NodeFailed) return error.exitCode;
  const isLasting = error instanceof WrongSettings || error instanceof TablesAreNewer;
  return isLasting ? WRONG_CONFIGURATION : 1;
}

function reasonOf(error: Error & NodeJS.ErrnoException & { address?: string; port?: number }) {
  if (error instanceof DatabaseUnusable) {
    return `${error.message} cannot be used: ${messageOf(error.cause)}. ${adviceOn(error.cause)}`;
  }
  if (error instanceof TablesAreNewer) return `${error.message}. Start the newer release`;
  if (error instanceof MigrationBlocked) {
    return `${error.message}. End what keeps the migration waiting and start again`;
  }
  // Commands fail with the bare error of the driver.
  if (isStatementPooling(error)) return `${messageOf(error)}. ${adviceOn(error)}`;
  const place = `port ${error.port} of ${error.address}`;
  switch (error.syscall === 'listen' ? error.code : undefined) {
    case 'EADDRINUSE':
      return `${place} is in use. Stop the other program or set PORT`;
    case 'EACCES':
      return `this user may not listen on ${place}. Set PORT to 1024 or more`;
    case 'EADDRNOTAVAIL':
      return `${error.address} is not an address of this machine. Check HOST`;
  }
  const isInDataDir = error.path !== undefined && leadsToDataDir(error.path);
  return isInDataDir ? `${messageOf(error)}. Check DATA_DIR` : messageOf(error);
}

/** Whether a file is in DATA_DIR or a folder above it. Commands also fail with files that their caller names. */
function leadsToDataDir(file: string): boolean {
  const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);
  try {
    const { dataDir } = readConfig();
    return isWithin(file, dataDir) || isWithin(dataDir, file);
  } catch {
    return false; // A command that needs no settings failed, and a setting is wrong, too.
  }
}

function adviceOn(cause: unknown): string {
  if (rejectionOfDatabaseError(cause)?.code === 'STORAGE_FULL') {
    return 'Free some disk space where the database is: in DATA_DIR, or on the machine of DATABASE_URL';
  }
  if (isStatementPooling(cause))
    return 'Set the connection pooler to pool_mode = transaction or session';
  return isDenial(cause)
    ? 'The user of DATABASE_URL needs the privileges that docs/operating.md lists; comporta check names the one that is missing'
    : 'Check DATABASE_URL';
}

/** Drizzle wraps the driver's error in its own. */
function isDenial(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === INSUFFICIENT_PRIVILEGE) || isDenial(error.cause);
}

/** The message of the root cause. For several failures, such as one for each IP address of a host, it is the first. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
