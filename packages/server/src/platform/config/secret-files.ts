import { readFileSync } from 'node:fs';

/** Settings that hold a secret. `<name>_FILE` may name a file that contains the value. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'EVENTS_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'ENCRYPTION_KEY',
  'COMPORTA_KEY',
] as const;

export const FILE_SETTINGS = SECRET_SETTINGS.map((name) => `${name}_FILE`);

type Texts = Readonly<Record<string, string>>;

/** Adds the settings that are in files. Calls `refuse` with a message when one cannot be used. */
export function readSecretFiles(env: Texts, refuse: (line: string) => never): Texts {
  const read: Record<string, string> = { ...env };
  for (const name of SECRET_SETTINGS) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined)
      refuse(`${name} and ${name}_FILE are both set; set only one of them.`);
    const text = readSecretFile(file);
    if (text === undefined) refuse(`${name}_FILE is wrong: it must be a readable file.`);
    else read[name] = text;
  }
  return read;
}

/** The trimmed content of a file, without the final line end that editors add; undefined when it cannot be read. */
export function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
