/** Where the client says what a person should know; `console` and pino fit. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
