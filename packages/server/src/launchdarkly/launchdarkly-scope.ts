import type { Formula } from '../foreign/formula.ts';
import type { Place, TargetingScope } from '../foreign/targeting-scope.ts';
import { unsupported } from '../foreign/targeting-scope.ts';
import type { IdLists } from './id-lists.ts';
import type { Segment } from './launchdarkly-data.ts';

export interface LaunchdarklyScope extends TargetingScope {
  readonly segments: ReadonlyMap<string, Segment>;
  readonly idLists: IdLists;
  /** The segments that led here. */
  readonly within: readonly string[];
  /** Segments that were converted already. */
  readonly converted: Map<string, Formula>;
}

/** The kind of context that a request's user is. */
export const USER = 'user';

/** Throws UnsupportedFeature for another kind of context: requests have a user only. */
export function requireUser(kind: string | null | undefined, at: Place): void {
  if ((kind ?? USER) !== USER) {
    throw unsupported(at, `it is about contexts of the kind ${kind}, and requests have users only`);
  }
}
