import type { DocumentTargetGroup } from '@comporta/contract/nouns/document-lists';
import {
  NEW_TARGET_GROUP,
  TARGET_GROUP,
  TARGET_GROUP_MAX_CONDITIONS,
} from '@comporta/contract/target-groups/target-group';
import { murmur3 } from '@comporta/engine/murmur3';
import type { TargetGroupPolicy } from '@comporta/engine/vocabulary';
import { oneLine } from './one-line.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

export type DocumentCondition = DocumentTargetGroup['conditions'][number];

export interface TargetGroups {
  /** The name of the group with these conditions, which is called after them unless it has a name. */
  nameOf(
    policy: TargetGroupPolicy,
    conditions: readonly DocumentCondition[],
    name?: string,
  ): string;
  groups(): readonly DocumentTargetGroup[];
}

const NAME_MAX_CHARS = TARGET_GROUP.bounds.name.maxChars;
const HASH_CHARS = 8;

/** A name that is too long, or differs from another one only by case, is cut and gets a hash. */
export function collectTargetGroups(): TargetGroups {
  const groups = new Map<string, DocumentTargetGroup>();
  return {
    nameOf(policy, conditions, given) {
      if (conditions.length > TARGET_GROUP_MAX_CONDITIONS) {
        throw new UnsupportedFeature(`it compares with ${conditions.length} values`);
      }
      const said = conditions.map((one) => `${one.property} ${one.expression} ${one.term}`);
      const text = given ?? said.join(policy === 'AND' ? ' and ' : ' or ');
      for (let number = 1; ; number++) {
        const name = distinctName(number === 1 ? text : `${text} ${number}`, groups);
        const group = { ...NEW_TARGET_GROUP, name, policy, conditions };
        const other = groups.get(name.toLowerCase()) ?? group;
        // Terms may hold ` or `, so that different conditions may read alike.
        if (JSON.stringify(other) !== JSON.stringify(group)) continue;
        groups.set(name.toLowerCase(), group);
        return name;
      }
    },
    groups: () => [...groups.values()],
  };
}

/** The text, cut and with a hash where it is too long, or differs from a taken name only by case. */
export function distinctName(
  text: string,
  taken: ReadonlyMap<string, { readonly name: string }>,
): string {
  // Names must differ by more than case and outer blanks.
  const other = taken.get(text.toLowerCase())?.name ?? text;
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && text.length <= NAME_MAX_CHARS && other === text) return text;
  const hash = murmur3(text).toString(16).padStart(HASH_CHARS, '0');
  const room = NAME_MAX_CHARS - HASH_CHARS - 1;
  return `${oneLine(text, room)} ${hash}`;
}
