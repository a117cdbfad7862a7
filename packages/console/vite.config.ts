import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The service that answers the calls of a console served by vite. */
const SERVER = process.env.COMPORTA_URL ?? 'http://127.0.0.1:8080';

// biome-ignore lint/style/noDefaultExport: vite reads the default export.
export default defineConfig({
  plugins: [react(), compress()],
  resolve: {
    alias: {
      // The console checks with the contract's plain functions and never parses a shape, so the
      // schema library (23 kB compressed) stays out of what browsers load.
      zod: fileURLToPath(new URL('src/api/no-schemas.ts', import.meta.url)),
    },
  },
  build: { target: 'es2022', sourcemap: true, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': SERVER, '/oauth': SERVER, '/ofrep': SERVER } },
});

/** Compresses once, here, what the server would otherwise compress for every visitor. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = path.join(dir, 'assets');
      for (const name of readdirSync(assets)) {
        if (!/\.(js|css)$/.test(name)) continue;
        const file = path.join(assets, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(content));
      }
    },
  };
}
