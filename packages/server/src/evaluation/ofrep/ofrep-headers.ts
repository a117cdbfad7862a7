export const JSON_TYPE = 'application/json; charset=utf-8';

/** Of every answer: what it depends on beside the address, and that nobody keeps it for others. */
export const OFREP_HEADERS = {
  'cache-control': 'no-store',
  vary: 'Authorization, X-API-Key, Origin',
};
