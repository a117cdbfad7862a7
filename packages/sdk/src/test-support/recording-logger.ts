import type { Logger } from '../logger.ts';

export interface RecordingLogger extends Logger {
  readonly lines: readonly string[];
}

export function recordingLogger(): RecordingLogger {
  const lines: string[] = [];
  const record = (level: string) => (message: string) => lines.push(`${level} ${message}`);
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}
