// What the doctor finds: one line for each thing looked at, and what to do where it is not right.
export interface DoctorCheck {
  name: string
  state: 'ok' | 'warn' | 'fail'
  /** What was seen. */
  seen: string
  /** What to do about it. */
  advice?: string
}

export const ok = (name: string, seen: string): DoctorCheck => ({ name, state: 'ok', seen })
export const warn = (name: string, seen: string, advice: string): DoctorCheck => ({ name, state: 'warn', seen, advice })
export const fail = (name: string, seen: string, advice: string): DoctorCheck => ({ name, state: 'fail', seen, advice })

export function lineOf({ name, state, seen, advice }: DoctorCheck): string {
  return `${state.padEnd(4)}  ${name}: ${seen}${advice ? `\n      ${advice}` : ''}`
}
