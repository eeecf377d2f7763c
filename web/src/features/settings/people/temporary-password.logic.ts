// Temporary passwords that can be read aloud: no letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** As many random bytes as characters wanted: four groups of five from twenty bytes. */
export function passwordFrom(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) => letters[byte % letters.length] ?? '')
  return characters.join('').replace(/(.{5})(?=.)/g, '$1-')
}
