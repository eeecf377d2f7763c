// The ranges of number settings on the wire, for clients that ask people for such numbers.
import { Type } from 'typebox'

export const SettingRange = Type.Object(
  { minimum: Type.Integer(), maximum: Type.Integer(), default: Type.Integer() },
  { $id: 'SettingRange' },
)

/** Lowest, highest and usual value, as `SettingRange` says it. */
export function rangeOf([minimum, maximum, usual]: readonly [number, number, number]) {
  return { minimum, maximum, default: usual }
}
