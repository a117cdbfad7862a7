import { isSameAddress, type NetworkAddress } from './setting-shapes.ts';

/** What the program runs on. */
export type Runtime = Pick<NodeJS.Process, 'platform'> & {
  readonly versions: Readonly<Record<string, string | undefined>>;
};

/** The first version of Node that lets several processes listen on one port. */
const SHARES_PORTS = [22, 12];
const HIGHEST_PORT = 65_535;

/** Whether several processes can listen on one port here. Elsewhere than on Linux the kernel would not divide what comes. */
export function canSharePort({ platform, versions }: Runtime): boolean {
  const [major = 0, minor = 0] = (versions.node ?? '').split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = SHARES_PORTS;
  return (
    platform === 'linux' && (major > neededMajor || (major === neededMajor && minor >= neededMinor))
  );
}

/** Whether so many nodes can have the ports from this one on, beside their common address. */
export function areFreePorts(first: NetworkAddress, nodes: number, own: NetworkAddress): boolean {
  const addresses = Array.from({ length: nodes }, (_, place) => ({
    host: first.host,
    port: first.port + place,
  }));
  return addresses.every((address) => address.port <= HIGHEST_PORT && !isSameAddress(address, own));
}
