import { randomUUID } from 'node:crypto';

export function newId(): string {
  return randomUUID();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether this can be an id at all; what cannot is simply not found and never reaches the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
