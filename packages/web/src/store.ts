import { type Answer, type Context, canonical, hasFlags } from './answer.ts';

/** Stores the last answer for the next visit, which may be offline. */
export interface AnswerStore {
  /** The stored answer, if it is for this user. */
  read(context: Context): Answer | undefined;
  write(answer: Answer): void;
}

export const NO_STORE: AnswerStore = { read: () => undefined, write() {} };

/** Stores one answer for each service and key in localStorage. Of the user it contains only a hash. */
export function storeIn(storage: () => Storage, address: string): AnswerStore {
  const place = `comporta ${address}`;
  return {
    read(context) {
      try {
        const kept: unknown = JSON.parse(storage().getItem(place) ?? '{}');
        if (!hasFlags(kept) || kept.user !== hashOf(canonical(context))) return undefined;
        const { flags, metadata = {}, entityTag = '' } = kept;
        return { context, flags, metadata, entityTag };
      } catch {
        return undefined; // There may be no storage, and other scripts may have written to it.
      }
    },
    write({ context, flags, metadata, entityTag }) {
      try {
        const user = hashOf(canonical(context));
        storage().setItem(place, JSON.stringify({ user, flags, metadata, entityTag }));
      } catch {
        // Storage is full or absent: the next visit starts with a request.
      }
    },
  };
}

/** FNV-1a over UTF-16 units: it tells the few users of one browser apart. That of split values takes 0.4 KB more. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
