import type { ApiConfig, RegionTag } from '@comporta/contract/keys/environment-key-api';

export interface ConnectionAddress {
  /** Absent: the account is of no region. */
  readonly tag: RegionTag | undefined;
  readonly url: string;
}

/** Where systems fetch toggles: in each region of the account; without regions, at this server. */
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
