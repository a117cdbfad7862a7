import type { ErrorLogParams, Logger, LogParams, WarnLogParams } from '@clickhouse/client';
import type { Log } from '../../platform/base/log.ts';

/** Writes what the client of ClickHouse says into the log of the service: by itself it prints. */
export class ClickHouseLogger implements Logger {
  protected readonly log: Log;

  constructor(log: Log) {
    this.log = log;
  }

  /** The client makes the logger, without telling it where to write. */
  static writingTo(log: Log): new () => Logger {
    return class extends ClickHouseLogger {
      constructor() {
        super(log);
      }
    };
  }

  trace({ message }: LogParams): void {
    this.log.trace(message);
  }

  debug({ message }: LogParams): void {
    this.log.debug(message);
  }

  info({ message }: LogParams): void {
    this.log.debug(message);
  }

  warn({ message, err }: WarnLogParams): void {
    this.log.debug({ err }, message);
  }

  /** Each failure of a call is told by who made it. */
  error({ message, err }: ErrorLogParams): void {
    this.log.debug({ err }, message);
  }
}
