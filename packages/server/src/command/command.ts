import type { Config } from '../platform/config/config.ts';

export interface Command {
  readonly summary: string;
  /** What stands behind `comporta`, then a line for each option. */
  readonly usage: string;
  run(args: readonly string[], readSettings: () => Config): Promise<void>;
}
