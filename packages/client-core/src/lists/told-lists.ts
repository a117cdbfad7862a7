/** The lists that an environment uses, by id, each with its contentVersion. */
export type ToldLists = ReadonlyMap<string, number>;

/** Header of a snapshot, and name of the event of its stream, that tell of lists. Source: LIF-46. */
export const LISTS_HEADER = 'comporta-lists';
export const LISTS_EVENT = 'lists';
/** Name of the event, before that of `lists`, with the few parts that changed: whoever has them need not fetch them. */
export const PARTS_EVENT = 'parts';

const MEMBER = /^([0-9a-f-]{36})=(\d{1,15})$/;

/** `id=N,id=N`, ascending by id: equal lists have equal texts. */
export function textOfLists(lists: ToldLists): string {
  return [...lists]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, version]) => `${id}=${version}`)
    .join(',');
}

/** Reads that text. What is no list in it is left out: ids become names of files. */
export function listsInText(text: string): ToldLists {
  const members = text.split(',').flatMap((member) => {
    const [, id, version] = MEMBER.exec(member) ?? [];
    return id === undefined ? [] : [[id, Number(version)] as const];
  });
  return new Map(members);
}
