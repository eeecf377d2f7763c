// How long a run waits, in words and in milliseconds.

export const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
export type Unit = keyof typeof UNIT_MS
export const LONGEST_WAIT_DAYS = 90

export const waitWords = ({ amount, unit }: { amount: number; unit: Unit }) =>
  `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`
