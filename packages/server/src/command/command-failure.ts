import type { WRONG_CONFIGURATION } from '../platform/process/start-failure.ts';

type ExitCode = 1 | 2 | typeof WRONG_CONFIGURATION;

/**
 * Ends a command with one line on standard error. Exit code 2: wrong usage; 78: a setting must change before the command
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
