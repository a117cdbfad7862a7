/** Example calls for a customer's system, ready to copy. `url` has no trailing slash. */

export function trackSnippet(url: string, eventKey: string): string {
  return eventSnippet(url, {
    type: 'track',
    id: '01977c3e-6f1a-7c2b-9d54-3b8f0a6e2d11',
    key: eventKey,
    uid: 'user-1',
    at: '2026-03-02T10:00:00Z',
  });
}

export function exposureSnippet(url: string, toggle: string, value: string): string {
  return eventSnippet(url, {
    type: 'exposure',
    toggle,
    value,
    reason: 'SPLIT',
    uid: 'user-1',
    at: '2026-03-02T10:00:00Z',
  });
}

function eventSnippet(url: string, event: object): string {
  return `curl -X POST ${url}/api/events \\
  -H 'Authorization: Bearer YOUR_ENVIRONMENT_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ events: [event] })}'`;
}
