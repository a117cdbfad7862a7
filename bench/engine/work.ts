/**
 * The flags of the comparison: 500 flags with five rules each, the same for every contender. A rule
 * that matches returns a value named after it, so that contenders can be checked against each other.
 */
export interface Flag {
  readonly name: string;
  readonly countries: readonly string[];
  readonly olderThan: number;
  readonly beforeVersion: string;
  readonly group: Group;
}

/** Three conditions that must all hold. */
export interface Group {
  readonly name: string;
  readonly plan: string;
  readonly emailEnd: string;
  readonly seats: number;
}

export interface User {
  readonly uid: string;
  readonly country: string;
  readonly age: number;
  readonly version: string;
  readonly plan: string;
  readonly email: string;
  readonly seats: number;
}

export const VALUES = ['off', 'on', 'country', 'age', 'version', 'group'] as const;

/** As in real accounts, many flags have equal rules: there are 50 different rules of each kind. */
const DIFFERENT = 50;

export const FLAGS: readonly Flag[] = Array.from({ length: 500 }, (_, index) => {
  const variety = (index * 7) % DIFFERENT;
  return {
    name: `flag-${index}`,
    countries: Array.from({ length: 10 }, (_, item) => `C${variety * 10 + item}`),
    olderThan: 60 + variety,
    beforeVersion: `2.${variety}.0`,
    group: {
      name: `group-${variety}`,
      plan: `plan-${variety % 5}`,
      emailEnd: `@company-${variety}.example`,
      seats: 10 + variety,
    },
  };
});

/** A user who reaches the split of every flag. Parsed from JSON, so that V8 has its strings as those of a request. */
function userOnNoList(index: number): User {
  const user: User = {
    uid: `user-${index}`,
    country: 'BR',
    age: 30 + (index % 30),
    version: `3.${index % 20}.${index % 7}`,
    plan: `plan-${index % 5}`,
    email: `person-${index}@mail.example`,
    seats: 100,
  };
  return JSON.parse(JSON.stringify(user));
}

/** Different users, so that no contender can profit from caching one; the number is a power of two. */
export const USERS: readonly User[] = Array.from({ length: 256 }, (_, index) =>
  userOnNoList(index),
);

/** Users for whom the condition of each rule is true in some flags. */
export const MIXED_USERS: readonly User[] = USERS.slice(0, 64).map((user, index) => {
  const flag = FLAGS[index * 7];
  if (flag === undefined) return user;
  switch (index % 4) {
    case 0:
      return { ...user, country: flag.countries[3] ?? '' };
    case 1:
      return { ...user, age: flag.olderThan + 1 };
    case 2:
      return { ...user, version: flag.beforeVersion.replace('2.', '1.') };
    default:
      return { ...user, plan: flag.group.plan, email: `person${flag.group.emailEnd}` };
  }
});
