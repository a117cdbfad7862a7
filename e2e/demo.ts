import { createCompany, PASSWORD } from './company.ts';
import { fillLargeCompany } from './demo/large-company.ts';
import { startAlone } from './service-alone.ts';

/** Starts a service with a large company to look at: `npm run demo`. Ctrl-C stops it and deletes its data. */

const EMAIL = 'ana.souza@acme.example';
const { PORT = '8090' } = process.env;

const service = await startAlone({ PORT, SIGNUP: 'first' });
const startedAt = performance.now();
const storefront = await createCompany(service, { email: EMAIL })
  .then((company) => fillLargeCompany(company, service.databaseUrl))
  .catch(async (error: unknown) => {
    await end();
    throw error;
  });
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`
${service.url}/applications/${storefront.id}/toggles   (filled in ${seconds} s)
E-mail:   ${EMAIL}   (others: rui.tavares@acme.example, an admin; helena.duarte@acme.example)
Password: ${PASSWORD}
`);

async function end() {
  // Ctrl-C has signalled the service, too: it may be stopping already.
  await service.stop().catch(() => service.kill());
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await end();
    process.exit();
  });
}
