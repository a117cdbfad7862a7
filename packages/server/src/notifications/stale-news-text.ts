import type { Language } from '@comporta/messages/languages';
import { type Say, speak } from '@comporta/messages/speak';
import type { EntryText } from '../audit-text/audit-text.ts';
import type { StaleNews } from '../tables/deliveries.ts';
import type { MessageLink } from './slack-message.ts';

/** How many toggles have become stale, and which: each with its owner, if it has one, and why. Source: LIF-25. */
export function staleText(
  say: Say,
  { count, items }: StaleNews,
  owners: ReadonlyMap<string, string> = new Map(),
): Pick<EntryText, 'headline' | 'items'> {
  const named = items.map(({ toggle, ownerId, state }) => {
    const why = state === 'OVERDUE' ? say('lifecycle.overdue') : say(`lifecycle.state.${state}`);
    const owner = owners.get(ownerId ?? '');
    return owner === undefined
      ? say('notification.stale.one', { toggle, why })
      : say('notification.stale.owned', { toggle, why, owner });
  });
  const more = count - items.length;
  return {
    headline: say('notification.stale.headline', { count }),
    items: more === 0 ? named : [...named, say('notification.stale.more', { count: more })],
  };
}

/** A link to the list of all stale toggles. */
export function linkToStale(
  { publicUrl, applicationId }: { readonly publicUrl: string; readonly applicationId: string },
  language: Language,
): MessageLink {
  return {
    url: `${publicUrl}/applications/${applicationId}/toggles?lifecycle=stale`,
    text: speak(language)('notification.stale.open'),
  };
}
