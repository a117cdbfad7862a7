import { type Asked, amongTexts, condition } from '../foreign/asked-condition.ts';
import type { Formula } from '../foreign/formula.ts';
import { distinctName } from '../foreign/group-names.ts';
import { unsupported } from '../foreign/targeting-scope.ts';

/** The lists of ids that are to be filled, by name. */
export interface IdLists {
  nameOf(ids: readonly string[], name: string): string;
  lists(): ReadonlyMap<string, readonly string[]>;
}

/** So many keys are a list of ids. Source: LIF-74. */
const LIST_MIN_KEYS = 1_000;
const ID_MAX_CHARS = 256;

export function collectIdLists(): IdLists {
  const lists = new Map<string, { readonly name: string; readonly ids: readonly string[] }>();
  return {
    nameOf(ids, text) {
      const name = distinctName(text, lists);
      lists.set(name.toLowerCase(), { name, ids });
      return name;
    },
    lists: () => new Map([...lists.values()].map(({ name, ids }) => [name, ids])),
  };
}

/** Users with one of the keys. Throws UnsupportedFeature. */
export function amongKeys(
  asked: Asked,
  keys: readonly string[],
  { idLists, name }: { readonly idLists: IdLists; readonly name: string },
): Formula {
  const ids = [...new Set(keys)];
  if (ids.length < LIST_MIN_KEYS) return amongTexts(asked, ids);
  // Lists trim ids and ignore how an accent is written, which LaunchDarkly does not.
  const isId = (key: string) => /^[!-~]([ -~]*[!-~])?$/.test(key) && key.length <= ID_MAX_CHARS;
  if (!ids.every(isId)) {
    throw unsupported(
      asked.at,
      'one of the keys cannot be in a list of ids: it is too long or not ASCII',
    );
  }
  return condition(asked, 'STRING', { expression: 'IN_LIST', term: idLists.nameOf(ids, name) });
}
