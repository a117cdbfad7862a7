/** Whether an environment is one where real users are, as far as its name tells. */
export function isProduction(name: string): boolean {
  return /prod|live/i.test(name) && !/non|pre|not/i.test(name);
}
