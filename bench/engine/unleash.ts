import { EventEmitter } from 'node:events';
import { Unleash } from 'unleash-client';
import { at, type Contender } from './contender.ts';
import { strategiesOf } from './unleash-strategies.ts';
import { FLAGS, type Flag } from './work.ts';

/** Unleash has only enabled and disabled: four rules enable a flag, and the split enables it for half of the others. */
export const unleash: Contender = {
  name: 'Unleash',
  async enter(users) {
    const client = new Unleash({
      appName: 'bench',
      url: 'http://localhost/never-asked/',
      repository: new FixedRepository(),
      disableMetrics: true,
      disableAutoStart: true,
    });
    await client.start();
    const contexts = users.map(({ uid, ...properties }) => ({
      userId: uid,
      properties: { ...properties },
    }));
    const one = (flag: string, user: number) => client.isEnabled(flag, at(contexts, user));
    return {
      one,
      all: (user) => FLAGS.map(({ name }) => one(name, user)),
      value: (flag, user) => (one(flag, user) ? 'enabled' : 'disabled'),
      leave: () => client.destroy(),
    };
  },
};

class FixedRepository extends EventEmitter {
  readonly #toggles = new Map(FLAGS.map((flag) => [flag.name, definitionOf(flag)]));

  getToggle(name: string) {
    return this.#toggles.get(name);
  }

  getToggles() {
    return [...this.#toggles.values()];
  }

  getTogglesWithSegmentData() {
    return [];
  }

  getSegment() {
    return undefined;
  }

  async start() {
    this.emit('ready');
  }

  stop() {}
}

function definitionOf(flag: Flag) {
  return {
    name: flag.name,
    type: 'release',
    project: 'default',
    enabled: true,
    stale: false,
    impressionData: false,
    variants: [],
    strategies: strategiesOf(flag),
  };
}
