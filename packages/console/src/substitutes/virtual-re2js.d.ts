/** The name under which vite.config.ts provides the real library. */
declare module 'virtual:re2js' {
  export { RE2JS } from 're2js';
}
