/** The name under which vite.config.ts leaves the real library reachable. */
declare module 'virtual:re2js' {
  export { RE2JS } from 're2js';
}
