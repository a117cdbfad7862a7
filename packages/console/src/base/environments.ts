interface NamedEnvironment {
  readonly name: string;
  /** Null, or unknown, where nobody said: then its name does. */
  readonly production?: boolean | null | undefined;
}

/** Whether an environment is one where real users are, as far as is known. */
export function isProduction({ name, production }: NamedEnvironment): boolean {
  return production ?? (/\b(prod|live\b)/i.test(name) && !/\b(non|pre|not)\b/i.test(name));
}
