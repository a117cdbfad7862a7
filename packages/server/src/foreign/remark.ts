/** A feature that was not imported unchanged, and the reason. */
export interface Remark {
  readonly feature: string;
  /** PAUSED: returns its default value to all users. LEFT_OUT: not imported. WITHOUT_VARIANTS: on and off only. DIFFERS: otherwise for a few users. */
  readonly result: 'PAUSED' | 'LEFT_OUT' | 'WITHOUT_VARIANTS' | 'DIFFERS';
  readonly reason: string;
}
