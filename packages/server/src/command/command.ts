import type { Config } from '../platform/config/config.ts';

export interface Command {
  readonly summary: string;
  /** The text after `comporta`, followed by a line for each option. */
  readonly usage: string;
  run(args: readonly string[], readSettings: () => Config): Promise<void>;
}
