import type { WRONG_CONFIGURATION } from '../process/start-failure.ts';

type ExitCode = 1 | 2 | typeof APPROVAL_REQUIRED | typeof WRONG_CONFIGURATION;

/** Exit code of a command that changed nothing yet, because others have to approve it. Source: SAF-22. */
export const APPROVAL_REQUIRED = 3;

/**
 * Ends a command with one line on standard error. Exit code 2: wrong usage; 3: approval required; 78: a setting must change before the command
 * can succeed. Otherwise it is 1.
 */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The service refused a call, with this code. */
export class Refused extends CommandFailure {
  readonly code: string;
  readonly status: number;
  /** What the key lacks, if that is why. Source: IDN-51. */
  readonly scope: string | undefined;

  constructor(
    message: string,
    { code, status, scope }: Pick<Refused, 'code' | 'status' | 'scope'>,
  ) {
    super(message, code === 'APPROVAL_REQUIRED' ? APPROVAL_REQUIRED : 1);
    this.code = code;
    this.status = status;
    this.scope = scope;
  }
}
