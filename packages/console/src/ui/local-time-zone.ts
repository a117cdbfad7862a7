/** Where the browser is; dates are otherwise shown in UTC. */
export const LOCAL_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
