/** What each screen loads with an empty cache, in KB: release 0.2.0 took 148, 218, 241 and 240 of them. */
export const MOST_KILOBYTES = {
  login: 135,
  dashboard: 205,
  toggles: 230,
  experiment: 242,
  /** What the profile and how its owner logs in take beside the shell and its forms. Source: IDN-81. */
  profile: 25,
} as const;
