interface NamedEnvironment {
  readonly name: string;
  /** Null or undefined when nobody has set it; then the name decides. */
  readonly production?: boolean | null | undefined;
}

/** Whether an environment has real users, as far as is known. */
export function isProduction({ name, production }: NamedEnvironment): boolean {
  return production ?? (/\b(prod|live\b)/i.test(name) && !/\b(non|pre|not)\b/i.test(name));
}
