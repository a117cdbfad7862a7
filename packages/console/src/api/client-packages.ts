import { ApiError } from './api-error.ts';

/** A package that the service gives to projects, as npm checks it. */
export interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** The SHA-512 of the file, as it stands in lock files. */
  readonly integrity: string;
  /** The address of the file. */
  readonly tarball: string;
}

/** The part of npm's description of a package that is read here. */
interface Description {
  readonly 'dist-tags': { readonly latest: string };
  readonly versions: Readonly<
    Record<string, { readonly dist: Pick<ClientPackage, 'integrity' | 'tarball'> }>
  >;
}

/** The newest version of one of our packages. It is npm's protocol, and no call of the API. */
export async function fetchClientPackage(
  name: string,
  signal: AbortSignal,
): Promise<ClientPackage> {
  const response = await fetch(`/packages/${name}`, { signal });
  if (!response.ok) throw new ApiError({ status: response.status, code: undefined, meta: {} });
  const { 'dist-tags': tags, versions }: Description = await response.json();
  const dist = versions[tags.latest]?.dist;
  if (dist === undefined) throw new Error(`${name} has no version ${tags.latest}`);
  return { name, version: tags.latest, integrity: dist.integrity, tarball: dist.tarball };
}
