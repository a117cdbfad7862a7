/** The name under which vite.config.ts leaves the real library reachable. */
declare module 're2js/library' {
  export { RE2JS } from 're2js';
}
