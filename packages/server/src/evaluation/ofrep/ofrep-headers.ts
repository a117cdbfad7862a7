export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every response: no cache may store it, and it depends on the key and the origin. */
export const OFREP_HEADERS = {
  'cache-control': 'no-store',
  vary: 'Authorization, X-API-Key, Origin',
};
