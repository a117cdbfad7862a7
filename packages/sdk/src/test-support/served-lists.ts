import { hexOfKey } from '@comporta/client-core/lists/list-answer';
import { writeListRecords } from '@comporta/client-core/lists/list-records';
import { type ListInFile, listsInFile } from '@comporta/engine/testing/id-list-of';

/** What a service answers about the lists beside a snapshot of conformance/evaluation, by id: plain JSON. */
export function servedLists(lists: readonly ListInFile[] = []) {
  const held = listsInFile(lists);
  return Object.fromEntries(
    lists.map(({ id, ids }) => {
      const list = held.holderOf(id).ids;
      const records = (list?.parts ?? []).flatMap((of, part) => (of ? [{ part, ids: of }] : []));
      const headers = {
        etag: '"1"',
        'comporta-list-count': `${ids.length}`,
        'comporta-list-key': list ? hexOfKey(list.key) : '',
        'comporta-list-full': '1',
      };
      return [id, { headers, bytes: [...writeListRecords(records)] }];
    }),
  );
}

/** The code of a function that answers as a service with a snapshot and these lists, for a program without this one. */
export const SERVING = `
  const serving = (snapshot, lists) => async (url) => {
    const id = /lists\\/([^?]*)/.exec(String(url))?.[1];
    if (id === undefined) {
      const told = Object.keys(lists).map((one) => one + '=1').join();
      return new Response(JSON.stringify(snapshot), { headers: { 'comporta-lists': told } });
    }
    if (lists[id] === undefined) return new Response('', { status: 404 });
    return new Response(new Uint8Array(lists[id].bytes), { headers: lists[id].headers });
  };`;
