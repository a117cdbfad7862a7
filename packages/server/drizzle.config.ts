import { defineConfig } from 'drizzle-kit';

/** `npm run migration -- --name what-changes` writes the next migration; nothing is ever edited. */
// biome-ignore lint/style/noDefaultExport: drizzle-kit reads the default export.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/tables/!(*.test).ts',
  out: './migrations',
  casing: 'snake_case',
});
