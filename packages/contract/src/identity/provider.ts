import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import {
  field,
  fieldsOf,
  flag,
  localField,
  requiredText,
  text,
  type ValueOf,
  word,
} from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { DEFAULT_ROLE, roleSchema } from '../role.ts';
import { documented, draftList, draftText, id, version } from '../shapes.ts';
import { isPointer } from './groups-at.ts';
import { MAPPING_MODES } from './map-groups.ts';
import { isPublicMailDomain } from './public-mail-domains.ts';

/** Of one company. Source: IDN-10. */
export const PROVIDERS_MAX = 10;
export const DOMAINS_MAX = 50;
export const MAPPED_GROUPS_MAX = 200;
const SCOPES_MAX = 20;
const TEXT_MAX_CHARS = 255;
const SECRET_MAX_CHARS = 2_000;

const texts = z.readonly(z.array(z.string()));
const textList = localField({ stored: texts, draft: draftList(z.string()) });

const mappedGroupSchema = z.object({
  group: z.string(),
  admin: z.optional(z.boolean()),
  apps: z.readonly(z.array(id)),
  role: documented(z.optional(roleSchema), {
    description: 'What users may do in these applications; absent for an editor.',
  }),
});
const mappedGroupDraftSchema = z.object({
  group: draftText,
  admin: z.nullish(z.boolean()),
  apps: draftList(z.string()),
  role: z.nullish(roleSchema),
});

/** An OpenID Connect issuer of a company. Source: IDN-10, IDN-17. */
export const PROVIDER = fieldsOf({
  name: requiredText({
    maxChars: 100,
    empty: 'EMPTY_NAME',
    tooLong: 'NAME_TOO_LONG',
    holds: 'name of somebody',
  }),
  slug: text,
  issuer: text,
  clientId: requiredText({
    maxChars: TEXT_MAX_CHARS,
    empty: 'EMPTY_CLIENT_ID',
    tooLong: 'NAME_TOO_LONG',
  }),
  scopes: textList,
  domains: textList,
  trustsEmails: flag,
  createsUsers: flag,
  secondFactorThere: localField({ stored: z.boolean(), draft: z.nullish(z.boolean()) }),
  groupsAt: localField({ stored: z.nullable(z.string()), draft: z.nullish(z.string()) }),
  requiredGroups: textList,
  mappingMode: field({
    ...word(MAPPING_MODES, 'provider.mapping'),
    draft: z.nullish(z.enum(MAPPING_MODES)),
  }),
  mapping: localField({
    stored: z.readonly(z.array(mappedGroupSchema)),
    draft: draftList(mappedGroupDraftSchema),
  }),
  enabled: flag,
});
export type ProviderValue = ValueOf<typeof PROVIDER>;

const time = z.nullable(z.iso.datetime());

export const providerSchema = documented(
  z.object({
    id,
    ...PROVIDER.stored,
    hasSecret: documented(z.boolean(), {
      description: 'Whether a client secret is stored; it is never answered.',
    }),
    callbackUrl: documented(z.string(), {
      description: 'The address that the provider must allow.',
    }),
    testedAt: documented(time, { description: 'When a test sign-in went well last.' }),
    version,
    lastChanged: lastChangedSchema,
  }),
  {
    id: 'Provider',
    description: 'An OpenID Connect issuer through which users of a company come in.',
  },
);
export type Provider = z.infer<typeof providerSchema>;

export const providerDraftSchema = z.object({
  ...PROVIDER.draft,
  clientSecret: documented(z.nullish(z.string()), {
    description: 'Absent or empty: the stored one stays. Null: the client has none.',
  }),
});
export type ProviderDraft = z.infer<typeof providerDraftSchema>;

const USUAL_SCOPES = ['openid', 'email', 'profile'];

/** What a form for a new provider starts with. */
export const NEW_PROVIDER: ProviderDraft = {
  name: '',
  slug: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  scopes: USUAL_SCOPES,
  domains: [],
  trustsEmails: false,
  createsUsers: true,
  secondFactorThere: true,
  groupsAt: '/groups',
  requiredGroups: [],
  mappingMode: 'OFF',
  mapping: [],
  enabled: true,
};

export const PROVIDER_CODES = [
  'EMPTY_NAME',
  'INVALID_CHARACTERS',
  'NAME_TOO_LONG',
  'INVALID_SLUG',
  'INVALID_ISSUER',
  'EMPTY_CLIENT_ID',
  'INVALID_DOMAIN',
  'INVALID_POINTER',
  'LIMIT_EXCEEDED',
  'INVALID_GROUP',
] as const satisfies readonly ErrorCode[];
export type ProviderCode = (typeof PROVIDER_CODES)[number];

const SLUG = /^[a-z0-9-]{2,40}$/;
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** RFC 6749, 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Checks what can be seen without asking the provider. */
export function checkProvider(draft: ProviderDraft): Checked<ProviderValue, ProviderCode> {
  const { texts, problems } = checkTexts(PROVIDER, draft);
  const value: ProviderValue = {
    ...texts,
    slug: draft.slug.trim(),
    issuer: draft.issuer.trim(),
    scopes: scopesOf(draft),
    domains: once(draft.domains.map((one) => one.trim().toLowerCase()).filter(Boolean)),
    trustsEmails: draft.trustsEmails,
    createsUsers: draft.createsUsers,
    secondFactorThere: draft.secondFactorThere ?? true,
    groupsAt: draft.groupsAt?.trim() || null,
    requiredGroups: once(draft.requiredGroups.filter(Boolean)),
    mappingMode: draft.mappingMode ?? 'OFF',
    mapping: draft.mapping.map(({ group, admin, apps, role }) => ({
      group,
      ...(admin && { admin }),
      apps: once(apps),
      ...(role && role !== DEFAULT_ROLE && { role }),
    })),
    enabled: draft.enabled,
  };
  return checked(value, [...problems, ...problemsOf(value), ...problemsOfSecret(draft)]);
}

/** Without a word about them, those that say who somebody is. */
function scopesOf({ scopes }: Pick<ProviderDraft, 'scopes'>): readonly string[] {
  const asked = scopes.map((one) => one.trim()).filter(Boolean);
  return asked.length === 0 ? USUAL_SCOPES : once(['openid', ...asked]);
}

function once(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}

function problemsOfSecret({
  clientSecret,
}: Pick<ProviderDraft, 'clientSecret'>): readonly Problem<'NAME_TOO_LONG'>[] {
  if (!clientSecret || clientSecret.length <= SECRET_MAX_CHARS) return [];
  const meta = { field: 'clientSecret', limit: SECRET_MAX_CHARS };
  return [{ code: 'NAME_TOO_LONG', at: ['clientSecret'], meta }];
}

function problemsOf(value: ProviderValue): readonly Problem<ProviderCode>[] {
  const { slug, issuer, scopes, domains, groupsAt, requiredGroups, mapping, mappingMode } = value;
  const isReading = mappingMode !== 'OFF' || requiredGroups.length > 0;
  const isInvalidPointer =
    groupsAt === null ? isReading : groupsAt.length > TEXT_MAX_CHARS || !isPointer(groupsAt);
  return [
    ...(SLUG.test(slug) ? [] : [{ code: 'INVALID_SLUG', at: ['slug'] } as const]),
    ...(isIssuer(issuer) ? [] : [{ code: 'INVALID_ISSUER', at: ['issuer'] } as const]),
    ...(domains.length > 0 && domains.every(isCompanyDomain)
      ? atMost(DOMAINS_MAX, 'domains', domains)
      : [{ code: 'INVALID_DOMAIN', at: ['domains'] } as const]),
    ...(scopes.every((one) => SCOPE.test(one))
      ? atMost(SCOPES_MAX, 'scopes', scopes)
      : [{ code: 'INVALID_CHARACTERS', at: ['scopes'], meta: { field: 'scopes' } } as const]),
    ...(isInvalidPointer ? [{ code: 'INVALID_POINTER', at: ['groupsAt'] } as const] : []),
    ...(requiredGroups.every(isGroup)
      ? atMost(MAPPED_GROUPS_MAX, 'requiredGroups', requiredGroups)
      : [{ code: 'INVALID_GROUP', at: ['requiredGroups'] } as const]),
    ...atMost(MAPPED_GROUPS_MAX, 'mapping', mapping),
    ...mapping.flatMap((row, index) =>
      isGroup(row.group) && (row.admin || row.apps.length > 0)
        ? []
        : [{ code: 'INVALID_GROUP', at: ['mapping', index] } as const],
    ),
  ];
}

/** An address without a query, a fragment or a user. Plain http is for trying it out on the machine of the service. */
const ISSUER = /^https?:\/\/[a-zA-Z0-9.:[\]-]+(?:\/[^\s?#]*)?$/;

function isIssuer(text: string): boolean {
  return text.length <= TEXT_MAX_CHARS && ISSUER.test(text);
}

function isCompanyDomain(domain: string): boolean {
  return domain.length <= TEXT_MAX_CHARS && DOMAIN.test(domain) && !isPublicMailDomain(domain);
}

function isGroup(group: string): boolean {
  return group !== '' && group.length <= TEXT_MAX_CHARS;
}

function atMost(
  limit: number,
  field: string,
  items: readonly unknown[],
): readonly Problem<'LIMIT_EXCEEDED'>[] {
  return items.length <= limit
    ? []
    : [{ code: 'LIMIT_EXCEEDED', at: [field], meta: { field, limit } }];
}
