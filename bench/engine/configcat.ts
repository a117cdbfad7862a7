import {
  User as ConfigCatUser,
  createConsoleLogger,
  getClient,
  LogLevel,
  PollingMode,
  SettingType,
  UserComparator,
} from 'configcat-node';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag } from './work.ts';

export const configcat: Contender = {
  name: 'ConfigCat',
  async enter(users) {
    const client = getClient(
      'configcat-sdk-1/0000000000000000000000/0000000000000000000000',
      PollingMode.ManualPoll,
      {
        offline: true,
        logger: createConsoleLogger(LogLevel.Off),
        cache: { get: () => `0\netag\n${JSON.stringify(config)}`, set() {} },
      },
    );
    await client.waitForReady();
    await client.getValueAsync(at(FLAGS, 0).name, 'unknown');
    const snapshot = client.snapshot();
    const contexts = users.map(
      ({ uid, country, email, ...custom }) => new ConfigCatUser(uid, email, country, custom),
    );
    const one = (flag: string, user: number) =>
      snapshot.getValue(flag, 'unknown', at(contexts, user));
    return {
      one,
      all: (user) => FLAGS.map(({ name }) => one(name, user)),
      value: one,
      leave: () => client.dispose(),
    };
  },
};

const config = {
  p: { r: 0, u: 'https://never-asked.example', s: 'salt' },
  s: [],
  f: Object.fromEntries(FLAGS.map((flag) => [flag.name, settingOf(flag)])),
};

function settingOf({ countries, olderThan, beforeVersion, group }: Flag) {
  const serve = (value: string) => ({ v: { s: value }, i: value });
  const rule = (value: string, ...conditions: object[]) => ({
    c: conditions.map((condition) => ({ u: condition })),
    s: serve(value),
  });
  return {
    t: SettingType.String,
    ...serve('off'),
    r: [
      rule('country', { a: 'Country', c: UserComparator.TextIsOneOf, l: countries }),
      rule('age', { a: 'age', c: UserComparator.NumberGreater, d: olderThan }),
      rule('version', { a: 'version', c: UserComparator.SemVerLess, s: beforeVersion }),
      rule(
        'group',
        { a: 'plan', c: UserComparator.TextEquals, s: group.plan },
        { a: 'Email', c: UserComparator.TextEndsWithAnyOf, l: [group.emailEnd] },
        { a: 'seats', c: UserComparator.NumberGreater, d: group.seats },
      ),
    ],
    p: [
      { p: 50, ...serve('on') },
      { p: 50, ...serve('off') },
    ],
  };
}
