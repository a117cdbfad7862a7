/** Loaded with --import: the service notes no uses, as before they were counted (LIF-94). */
import { registerHooks } from 'node:module';

const NOTES_NOTHING = `
  export function noteUsage() {
    const nothing = () => {};
    return { used: nothing, gotAll: nothing, gotRules: nothing, lacked: nothing, take: () => [] };
  }`;

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/evaluation/uses/usage-notes.ts')) return next(url, context);
    return { format: 'module', source: NOTES_NOTHING, shortCircuit: true };
  },
});
