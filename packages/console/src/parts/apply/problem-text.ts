import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import type { Say } from '../../base/say.ts';

interface Refusal {
  readonly code: string;
  readonly meta_data?: unknown;
}

/** Where codes of the ordinary calls have their texts, beside those of the thing itself. */
const EVERYWHERE = ['condition.error', 'bulk.error', 'error'] as const;

/** Why an edit cannot be applied, in the words of the screens on which such things are edited. */
export function problemText(
  say: Say,
  types: readonly ImportChange['type'][],
  refusal: Refusal,
): string {
  const { code, meta_data: meta } = refusal;
  const places = [...types.map((type) => `${type}.error` as const), ...EVERYWHERE];
  const key = places
    // Which codes have a text where is only known by asking.
    .map((place) => `${place}.${code}` as 'error.NOT_FOUND')
    .find((one) => say.has(one));
  return say(key ?? 'changeRequest.error.INVALID_EDIT', holesOf(meta));
}

/** What any of these texts names. */
function holesOf(meta: unknown) {
  const { limit, length, toggle_name, toggle_id, name, value, rule_order, key } = Object(meta);
  return {
    limit: Number(limit ?? 0),
    length: Number(length ?? 0),
    toggle: String(toggle_name ?? toggle_id ?? ''),
    name: String(name ?? ''),
    value: String(value ?? ''),
    key: String(key ?? ''),
    rules: (Array.isArray(rule_order) ? rule_order : []).map((order) => `#${order}`).join(', '),
  };
}
