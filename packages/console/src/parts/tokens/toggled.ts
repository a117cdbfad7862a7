/** The list with one more, or without it. */
export function toggled(chosen: readonly string[], one: string): readonly string[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
}
