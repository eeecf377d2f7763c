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
/** After so many decisions what was learned is learned again. */
const LEARN_EVERY = 30
export const isTimeToLearn = ({ decided, learned }: { decided: number; learned: number }) =>
  decided - learned >= LEARN_EVERY

/** How many decisions outweigh the belief that weights are right as they are. */
const STIFFNESS = { scale: 20, offset: 0.3 }
const MAX_STEPS = 200

/**
 * Fits a logistic curve to the decisions, held near to no correction; none where that would decide fewer of them rightly.
 * The loss is convex: each step of Newton's is halved until it lowers the loss, so that the fit does not swing.
 */
export function correctionOf(labels: readonly Label[]): Correction {
  const kinds = new Set(labels.map(({ isSame }) => isSame))
  if (labels.length < LEAST_LABELS || kinds.size < 2) return NO_CORRECTION
  const held = labels.map(({ weight, isSame }) => ({ bits: Math.max(-20, Math.min(20, weight)), isSame }))
  let at = NO_CORRECTION
  for (let step = 0; step < MAX_STEPS; step++) {
    const { scale, offset } = stepOf(held, at)
    let share = 1
    let next = at
    const before = lossOf(held, at)
    do {
      next = { scale: at.scale - share * scale, offset: at.offset - share * offset }
      share /= 2
    } while (lossOf(held, next) >= before && share > 1e-6)
    if (lossOf(held, next) >= before) break
    at = next
  }
  const after = { scale: Math.max(0.3, Math.min(3, at.scale)), offset: at.offset }
  return f1Of(labels, after) >= f1Of(labels, NO_CORRECTION) ? after : NO_CORRECTION
}

interface HeldLabel {
  bits: number
  isSame: boolean
}

/** In bits. */
function lossOf(labels: readonly HeldLabel[], { scale, offset }: Correction): number {
  let loss = (STIFFNESS.scale * (scale - 1) ** 2 + STIFFNESS.offset * offset ** 2) / 2
  for (const { bits, isSame } of labels) {
    const against = (isSame ? -1 : 1) * (scale * bits + offset)
    loss += Math.max(0, against) + Math.log2(1 + 2 ** -Math.abs(against))
  }
  return loss
}

function stepOf(labels: readonly HeldLabel[], { scale, offset }: Correction): Correction {
  let byScale = STIFFNESS.scale * (scale - 1)
  let byOffset = STIFFNESS.offset * offset
  let [curveScale, curveBoth, curveOffset] = [STIFFNESS.scale, 0, STIFFNESS.offset]
  for (const { bits, isSame } of labels) {
    const probability = 1 / (1 + 2 ** -(scale * bits + offset))
    const error = probability - (isSame ? 1 : 0)
    const curve = Math.LN2 * probability * (1 - probability)
    byScale += error * bits
    byOffset += error
    curveScale += curve * bits * bits
    curveBoth += curve * bits
    curveOffset += curve
  }
  const determinant = curveScale * curveOffset - curveBoth * curveBoth
  return {
    scale: (curveOffset * byScale - curveBoth * byOffset) / determinant,
    offset: (curveScale * byOffset - curveBoth * byScale) / determinant,
  }
}

export const correctWeight = ({ scale, offset }: Correction, weight: number) => scale * weight + offset

/** The F1 score of the decisions at even odds. */
export function f1Of(labels: readonly Label[], correction: Correction): number {
  let right = 0
  let wrong = 0
  let missed = 0
  for (const { weight, isSame } of labels) {
    const joins = correctWeight(correction, weight) >= 0
    if (joins && isSame) right++
    else if (joins) wrong++
    else if (isSame) missed++
  }
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong + missed)
}
