import { tagPartOf } from '@comporta/client-core/bulk-answer';
import { type Answer, type Context, canonical } from './answer.ts';

/** Keeps the last answer for the next visit, which may be without a network. */
export interface AnswerStore {
  /** What was kept for this user. */
  read(context: Context): Answer | undefined;
  write(answer: Answer): void;
}

export const NO_STORE: AnswerStore = { read: () => undefined, write() {} };

/** In localStorage, one answer for each service and key. Of the user it keeps a hash only. */
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
        return { context, flags, metadata, entityTag: String(entityTag), streamUri: undefined };
      } catch {
        return undefined; // Pages may be without storage, and others may write into it.
      }
    },
    write({ context, flags, metadata, entityTag }) {
      try {
        const user = hashOf(canonical(context));
        storage().setItem(place, JSON.stringify({ user, flags, metadata, entityTag }));
      } catch {
        // It is full, or not there: the next visit asks.
      }
    },
  };
}

function hashOf(text: string): string {
  const { hash1, hash2 } = tagPartOf(text);
  return `${hash1} ${hash2}`;
}
