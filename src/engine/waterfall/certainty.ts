// Where confidence, 0..1, begins to mean something: below the one a value is a guess, from the other on it is as good as verified.

/** More likely wrong than right. */
export const GUESS_BELOW = 0.5
/** The lowest confidence of a verified value. */
export const VERIFIED_FROM = 0.9
