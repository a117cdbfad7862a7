/**
 * Takes the place of the schema library in the console's build (see vite.config.ts). The contract's
 * modules describe shapes while they load; here each description is this one object, which answers
 * every call and every property with itself. Only reading with it is a mistake, and says so.
 */
const READERS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode']);

const nothing: unknown = new Proxy(() => {}, {
  get(_, name) {
    if (typeof name === 'string' && READERS.has(name)) {
      throw new Error(`The console has no schemas: "${name}" belongs on the server.`);
    }
    return nothing;
  },
  apply: () => nothing,
});

export { nothing as z };
