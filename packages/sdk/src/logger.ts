/** Where the client says what a person should know; `console` and pino fit. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The same logger for whoever must go on: one that throws, or has not all of it, is not heard. */
export function harmless(logger: Logger): Logger {
  const tell = (level: keyof Logger) => (message: string) => {
    try {
      logger[level](message);
    } catch {
      // There is nobody left to tell.
    }
  };
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}
