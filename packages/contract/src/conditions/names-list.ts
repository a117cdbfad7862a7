/** Whether the term of such an expression is the id of an id list. Source: LIF-40. */
export function namesList(expression: string): boolean {
  return expression === 'IN_LIST' || expression === 'NOT_IN_LIST';
}
