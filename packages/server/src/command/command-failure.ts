/** Ends a command with one line on standard error. Exit code 2: wrong usage. Exit code 1: the command failed. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
