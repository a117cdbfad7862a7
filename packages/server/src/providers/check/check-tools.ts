import type { IdentityFetch } from '../identity-fetch.ts';
import type { SignOn } from '../sign-on.ts';

export interface CheckTools extends Pick<SignOn, 'sealing' | 'publicUrl' | 'connections'> {
  readonly fetch: IdentityFetch['fetch'];
}
