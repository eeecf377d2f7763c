// Money: integer micro-USD inside, USD numbers with at most six decimals on the wire.

/** Micro-USD of a USD amount, rounded to the nearest, halves away from zero. */
export function microFromUsd(usd: number): number {
  // The decimal text is shifted rather than multiplied: 1.0000005 * 1e6 is 1000000.4999999999 in binary.
  const shifted = Number(shiftDecimal(Math.abs(usd), 6))
  return shifted === 0 ? 0 : Math.sign(usd) * Math.round(shifted)
}

/** USD with at most six decimals; fractions of a micro-USD (of an estimate) are rounded away. */
export function usdFromMicro(micro: number): number {
  const rounded = Math.round(micro)
  return rounded === 0 ? 0 : Number(shiftDecimal(rounded, -6))
}

function shiftDecimal(value: number, places: number): string {
  const [digits, exponent = '0'] = String(value).split('e')
  return `${digits}e${Number(exponent) + places}`
}
