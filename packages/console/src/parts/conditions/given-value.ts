import { listItems } from '@comporta/engine/operators/list';
import type { PropertyType } from '@comporta/engine/vocabulary';

/** The values of a request, by the key of the property. */
export type GivenProperties = Readonly<Record<string, string | readonly string[]>>;

/** What a request sends for a property: the typed text, or for a list its texts between commas. Source: RUL-45. */
export function givenValue(type: PropertyType | undefined, text: string): string | string[] {
  return type === 'LIST' ? listItems(text).filter((item) => item !== '') : text;
}
