import { APPLICATION_MAX_TAGS, tooMany } from '@comporta/contract/toggles/tags';
import { rejectionOf } from '../platform/base/value-or-reject.ts';

/** @param count how many different tags the toggles of the application have */
export function requireFewTags(count: number): void {
  if (count > APPLICATION_MAX_TAGS) throw rejectionOf([tooMany(APPLICATION_MAX_TAGS)]);
}
