import manifest from '../package.json' with { type: 'json' };

/** Tells the console which SDK an environment was last asked by. */
export const USER_AGENT = `comporta-sdk/${manifest.version} node/${process.versions.node}`;
