import type { ApiConfig, RegionTag } from '@comporta/contract/keys/environment-key-api';

export interface ConnectionAddress {
  /** Absent when the account has no regions. */
  readonly tag: RegionTag | undefined;
  readonly url: string;
}

/** The addresses where systems fetch toggles: one in each region of the account; without regions, this server. */
export function addressesOf(
  config: ApiConfig,
): readonly [ConnectionAddress, ...(readonly ConnectionAddress[])] {
  const { tags, urls, publicUrl } = config;
  const [first, ...others] = tags.flatMap((tag): ConnectionAddress[] => {
    const url = urls[tag];
    return url === undefined ? [] : [{ tag, url }];
  });
  return first === undefined ? [{ tag: undefined, url: publicUrl }] : [first, ...others];
}
