/**
 * Whether an If-None-Match header names this entity tag. Some clients drop the quotes, some proxies
 * weaken the tag: both still mean the same answer.
 */
export function isSameTag(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  const bare = bareTag(entityTag);
  return header.split(',').some((tag) => bareTag(tag.trim().replace(/^W\//, '')) === bare);
}

function bareTag(tag: string): string {
  return tag.replaceAll('"', '');
}
