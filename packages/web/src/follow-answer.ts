import { createBackOff } from '@comporta/client-core/back-off';
import { retryAfterMsIn } from '@comporta/client-core/events/post-events';
import {
  type Answer,
  type Bootstrap,
  type Context,
  changedFlags,
  isSameContext,
} from './answer.ts';
import { followEvents } from './follow-events.ts';
import type { Service } from './service.ts';
import type { AnswerStore } from './store.ts';

/** The values of one user at a time, kept up to date with the service. */
export interface FollowedAnswer {
  /** The values, with the user whose they are. */
  current(): Answer | undefined;
  /** The user of the page. */
  context(): Context;
  /**
   * Switches to another user: serves what is stored for that user, then what the service returns. Without anything
   * stored the former values stand meanwhile, so that what is equal for both does not change twice.
   */
  setContext(next: Context): Promise<void>;
  /** Requests the values now. Never rejects. */
  refresh(): Promise<void>;
  close(): void;
}

interface Following {
  readonly service: Service;
  readonly kept: AnswerStore;
  readonly bootstrap: Bootstrap | undefined;
  /** The initial user. */
  readonly context: Context;
  readonly live: boolean;
  readonly enter: (state: 'READY' | 'STALE' | 'REFUSED') => void;
  readonly onChange: (toggles: readonly string[]) => void;
  readonly warn: (message: string) => void;
}

const REFUSED_RETRY_MS = 300_000;

export function followAnswer(following: Following): FollowedAnswer {
  const { service, kept, bootstrap, live, enter, onChange, warn } = following;
  let { context } = following;
  let answer = answerFor(context);
  /** The values that the listener was told. */
  let known = answer?.flags ?? [];
  const backOff = createBackOff();
  let round = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function answerFor(user: Context): Answer | undefined {
    const isDrawn = bootstrap !== undefined && isSameContext(bootstrap.context, user);
    return isDrawn ? bootstrap : kept.read(user);
  }

  function take(next: Answer): void {
    const isNew = next.flags !== answer?.flags || next.context !== answer.context;
    if (isNew) kept.write(next);
    answer = next;
    tell();
  }

  function tell(): void {
    const flags = answer?.flags ?? [];
    const toggles = changedFlags(known, flags);
    known = flags;
    if (toggles.length > 0) onChange(toggles);
  }

  /**
   * Fetches an answer at least at the revision that an event announced. The URL stays the same, so that browsers need
   * a CORS preflight only once a day. Only for a node that does not know the revision yet is it added to the URL.
   */
  async function fetchAtLeast(told: string): Promise<Answer> {
    const next = await service.fetchAnswer(context, answer, '');
    return isBehind(next, told) ? service.fetchAnswer(context, answer, told) : next;
  }

  /** A response is dropped when a later request has started, such as one for another user. */
  async function refresh(told = ''): Promise<void> {
    clearTimeout(retry);
    round += 1;
    const mine = round;
    try {
      const next = await fetchAtLeast(told);
      if (mine !== round) return;
      take(next);
      // A node without its database answers from what it has.
      if (isBehind(next, told)) throw new Error(told);
      backOff.reset();
      enter('READY');
      if (live) stream.listen(next);
    } catch (error) {
      if (mine !== round) return;
      if (answer && !isSameContext(answer.context, context)) answer = undefined;
      const { status, headers } = Object(Object(error).cause);
      const isRefused = [401, 403].includes(status);
      enter(isRefused ? 'REFUSED' : 'STALE');
      const askedMs = headers ? retryAfterMsIn(headers) : 0;
      const waitMs = isRefused ? REFUSED_RETRY_MS : askedMs + backOff.nextMs();
      refreshIn(waitMs, told);
    }
  }

  function refreshIn(ms: number, told?: string): void {
    clearTimeout(retry);
    retry = setTimeout(() => void refresh(told), ms);
  }

  const stream = followEvents({
    open: service.openStream,
    refresh: (told) => void refresh(told),
    refreshIn,
    onSilence: () => enter('STALE'),
    warn,
  });

  return {
    current: () => answer,
    context: () => context,
    async setContext(next) {
      context = next;
      const own = answerFor(next);
      if (own) answer = own;
      else enter('STALE');
      const asked = refresh();
      if (!own) await asked;
      tell();
    },
    refresh: () => refresh(),
    close() {
      round = Number.NaN; // It equals no round, so that every response is dropped.
      clearTimeout(retry);
      stream.close();
    },
  };
}

/** Whether an answer is older than the revision that an event announced. */
function isBehind({ metadata: { revision = 0 } }: Answer, told: string): boolean {
  return Number(/\d+$/.exec(told)) > revision;
}
