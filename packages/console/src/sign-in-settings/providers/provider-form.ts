import { pickFields } from '@comporta/contract/fields';
import {
  checkProvider,
  PROVIDER,
  type Provider,
  type ProviderDraft,
} from '@comporta/contract/identity/provider';
import type { Say } from '../../base/say.ts';
import type { PartsOf } from '../../ui/forms/difference.ts';

/** The secret is written and never shown: an empty one keeps what is stored. */
export function providerDraft(provider: Provider): ProviderDraft {
  return { ...pickFields(PROVIDER, provider), mapping: [...provider.mapping], clientSecret: '' };
}

/** The contract's check; the secret is added to the value without one. */
export function checkDraft(draft: ProviderDraft) {
  const checked = checkProvider(draft);
  return checked.ok
    ? { ...checked, value: { ...checked.value, clientSecret: draft.clientSecret } }
    : checked;
}

/** In words, the parts that can change; `names` are the names of all applications by their ids. */
export function describeProvider(
  say: Say,
  draft: ProviderDraft,
  names: ReadonlyMap<string, string>,
): PartsOf<ProviderDraft> {
  const { scopes, domains, requiredGroups, mapping, mappingMode, ...others } = draft;
  const { clientSecret: _never, trustsEmails, createsUsers, secondFactorThere, enabled } = others;
  const inWords = (flag: boolean | null | undefined) => say(flag ? 'common.yes' : 'common.no');
  const { name, slug, issuer, clientId, groupsAt } = others;
  return {
    ...{ name, slug, issuer, clientId, groupsAt: groupsAt ?? '' },
    ...{ scopes: [...scopes], domains: [...domains], requiredGroups: [...requiredGroups] },
    trustsEmails: inWords(trustsEmails),
    createsUsers: inWords(createsUsers),
    secondFactorThere: inWords(secondFactorThere),
    enabled: inWords(enabled),
    mappingMode: say(`provider.mapping.${mappingMode ?? 'OFF'}`),
    mapping: mapping.map(({ group, admin, apps, role }) =>
      [
        `${group}:`,
        ...(admin ? [say('provider.mapping.admin')] : []),
        ...apps.map((id) => names.get(id) ?? id),
        ...(role ? [`(${say(`role.${role}`)})`] : []),
      ].join(' '),
    ),
  };
}
