/** Where the client logs what a person should know. `console` and pino fit. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Wraps a logger so that its failures do no harm: errors that it throws and missing methods are ignored. */
export function harmless(logger: Logger): Logger {
  const tell = (level: keyof Logger) => (message: string) => {
    try {
      logger[level](message);
    } catch {
      // There is no other place to report it.
    }
  };
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}
