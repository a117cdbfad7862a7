import { murmur3 } from '@comporta/engine/murmur3';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag, type User } from './work.ts';

/**
 * The limit of plain JavaScript: these five rules written by hand, and nothing else. It trusts the types
 * of the user's properties, supports one format of versions, and returns only the value.
 */
export const closures = contenderOf('closures written by hand', (flag) =>
  closureOf(flag, (uid) => murmur3(`${flag.name}:${uid}`) % 10_000),
);

/** The same with the engine's hashing, so that only the evaluation of the rules differs. */
export const closuresWithOurHash = contenderOf('the same, hashing as the engine does', (flag) => {
  const saltHash = hashSalt(flag.name);
  return closureOf(flag, (uid) => bucketOf(saltHash, uid, 10_000));
});

type BucketOf = (uid: string) => number;

/** A contender in which each flag is one function. */
export function contenderOf(
  name: string,
  closureOfFlag: (flag: Flag) => (user: User) => string,
): Contender {
  return {
    name,
    enter(users) {
      const byName = new Map(FLAGS.map((flag) => [flag.name, closureOfFlag(flag)]));
      const inOrder = [...byName.values()];
      const one = (flag: string, user: number) => byName.get(flag)?.(at(users, user)) ?? 'unknown';
      return {
        one,
        all(user) {
          const asked = at(users, user);
          return inOrder.map((closure) => closure(asked));
        },
        value: one,
      };
    },
  };
}

function closureOf(flag: Flag, bucketOfUser: BucketOf): (user: User) => string {
  const countries = new Set(flag.countries);
  const { olderThan, group } = flag;
  const [major = 0, minor = 0, fix = 0] = flag.beforeVersion.split('.').map(Number);
  return (user) => {
    if (countries.has(user.country)) return 'country';
    if (user.age > olderThan) return 'age';
    if (isBefore(user.version, major, minor, fix)) return 'version';
    if (
      user.plan === group.plan &&
      user.email.endsWith(group.emailEnd) &&
      user.seats > group.seats
    ) {
      return 'group';
    }
    return bucketOfUser(user.uid) < 5000 ? 'on' : 'off';
  };
}

function isBefore(version: string, major: number, minor: number, fix: number): boolean {
  const firstPoint = version.indexOf('.');
  const secondPoint = version.indexOf('.', firstPoint + 1);
  const userMajor = Number(version.slice(0, firstPoint));
  if (userMajor !== major) return userMajor < major;
  const userMinor = Number(version.slice(firstPoint + 1, secondPoint));
  if (userMinor !== minor) return userMinor < minor;
  return Number(version.slice(secondPoint + 1)) < fix;
}
