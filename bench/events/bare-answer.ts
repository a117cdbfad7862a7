import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** What evaluation beside events is measured against: node:http, which says the same to everybody. Argument: port. */
const BODY = JSON.stringify({ key: 'flag-100', reason: 'SPLIT', value: 'on', variant: 'on' });

createServer(async (request, response) => {
  await text(request);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(BODY);
}).listen(Number(process.argv[2]), '127.0.0.1');
