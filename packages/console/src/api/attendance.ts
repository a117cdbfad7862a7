/** Pages ask by themselves, too; somebody who reads moves the pointer at times. */
const PRESENT_MS = 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

let lastInputAt = Date.now();

/** Whether somebody did anything here within the last minute. */
export function isAttended(): boolean {
  return Date.now() - lastInputAt < PRESENT_MS;
}

function noteInput(): void {
  lastInputAt = Date.now();
}

for (const input of INPUTS) {
  globalThis.addEventListener?.(input, noteInput, { capture: true, passive: true });
}
