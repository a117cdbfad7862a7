import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that answers the calls of a console served by vite. */
const SERVER = process.env.COMPORTA_URL ?? 'http://127.0.0.1:8080';

// biome-ignore lint/style/noDefaultExport: vite reads the default export.
export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      // The console checks with the contract's plain functions and never parses a shape, so the
      // schema library (23 kB compressed) stays out of what browsers load.
      zod: fileURLToPath(new URL('src/api/no-schemas.ts', import.meta.url)),
    },
  },
  build: { target: 'es2022', sourcemap: true, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': SERVER, '/oauth': SERVER } },
});
