import { tagPartOf } from '@comporta/client-core/bulk-answer';
import { type Answer, type Context, canonical } from './answer.ts';

/** Stores the last answer for the next visit, which may be offline. */
export interface AnswerStore {
  /** The stored answer, if it is for this user. */
  read(context: Context): Answer | undefined;
  write(answer: Answer): void;
}

export const NO_STORE: AnswerStore = { read: () => undefined, write() {} };

/** Stores one answer for each service and key in localStorage. Of the user it contains only a hash. */
export function storeIn(storage: () => Storage, address: string): AnswerStore {
  const place = `comporta ${hashOf(address)}`;
  return {
    read(context) {
      try {
        const {
          user,
          flags,
          metadata = {},
          entityTag,
        } = JSON.parse(storage().getItem(place) ?? '{}');
        if (user !== hashOf(canonical(context)) || !Array.isArray(flags)) return undefined;
        return { context, flags, metadata, entityTag: String(entityTag) };
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

function hashOf(text: string): string {
  return Object.values(tagPartOf(text)).join(' ');
}
