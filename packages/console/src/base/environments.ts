/** Whether an environment is one where real users are, as far as its name tells. */
export function isProduction(name: string): boolean {
  return /\b(prod|live\b)/i.test(name) && !/\b(non|pre|not)\b/i.test(name);
}
