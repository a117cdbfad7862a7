import { newEventId } from '@comporta/client-core/events/event-id';
import type { PostEvents } from '@comporta/client-core/events/post-events';
import {
  reportUses,
  type UsageStatus,
  type UseReporter,
} from '@comporta/client-core/events/use-reporter';
import type { ClientOptions } from './client-options.ts';

export const USAGE_OFF: UsageStatus = { state: 'OFF', reports: 0, lastError: undefined };

/** Who reports to the service. */
export interface Identity {
  /** Of every request: the service, too, learns from them whether this process is to report uses. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sender: () => string;
}

/** Its id is made when it is first needed: some platforms allow no random numbers before their first request. */
export function identify(
  { service, usage }: Pick<ClientOptions, 'service' | 'usage'>,
  userAgent: string,
): Identity {
  let id: string | undefined;
  const sender = () => {
    id ??= newEventId(new Date());
    return id;
  };
  const named = service === undefined ? userAgent : `${userAgent} service/${service}`;
  const headers = {
    get 'user-agent'() {
      return usage === 'off' ? named : `${named} usage/${sender()}`;
    },
  };
  return { headers, sender };
}

/** Undefined when the option says that nothing is reported. */
export function openReporter(
  { usage, live = true }: Pick<ClientOptions, 'usage' | 'live'>,
  post: PostEvents,
  { sender }: Identity,
): UseReporter | undefined {
  return usage === 'off' ? undefined : reportUses({ post, sender, mayEnd: !live });
}
