// Learning from decisions: a scale and an offset for the weights, so that probabilities agree with what reviewers decided.

export interface Label {
  /** The weight of the pair in bits, as it is without this correction. */
  weight: number
  isSame: boolean
}

export interface Correction {
  scale: number
  offset: number
}

export const NO_CORRECTION: Correction = { scale: 1, offset: 0 }

/** Fewer decisions than these change nothing. */
export const LEAST_LABELS = 30
/** How many decisions outweigh the belief that weights are right as they are. */
const STIFFNESS = { scale: 20, offset: 0.3 }
const MAX_STEPS = 200

/** Fits by gradient steps a logistic curve to the decisions, held near to no correction; none where that would decide fewer of them rightly. */
export function correctionOf(labels: readonly Label[]): Correction {
  const kinds = new Set(labels.map(({ isSame }) => isSame))
  if (labels.length < LEAST_LABELS || kinds.size < 2) return NO_CORRECTION
  let { scale, offset } = NO_CORRECTION
  for (let step = 0; step < MAX_STEPS; step++) {
    let byScale = STIFFNESS.scale * (scale - 1)
    let byOffset = STIFFNESS.offset * offset
    let curveScale = STIFFNESS.scale
    let curveOffset = STIFFNESS.offset
    for (const { weight, isSame } of labels) {
      const bits = Math.max(-20, Math.min(20, weight))
      const probability = 1 / (1 + 2 ** -(scale * bits + offset))
      const error = probability - (isSame ? 1 : 0)
      const curve = probability * (1 - probability)
      byScale += error * bits
      byOffset += error
      curveScale += curve * bits * bits
      curveOffset += curve
    }
    scale -= (0.5 * byScale) / curveScale
    offset -= (0.5 * byOffset) / curveOffset
  }
  scale = Math.max(0.3, Math.min(3, scale))
  const after = { scale, offset }
  return f1Of(labels, after) >= f1Of(labels, NO_CORRECTION) ? after : NO_CORRECTION
}

export const corrected = ({ scale, offset }: Correction, weight: number) => scale * weight + offset

/** Of the decisions at even odds. */
export function f1Of(labels: readonly Label[], correction: Correction): number {
  let right = 0
  let wrong = 0
  let missed = 0
  for (const { weight, isSame } of labels) {
    const joins = corrected(correction, weight) >= 0
    if (joins && isSame) right++
    else if (joins) wrong++
    else if (isSame) missed++
  }
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong + missed)
}
