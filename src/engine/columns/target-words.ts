// What people call that which a column calls: read here and in the web app.

/** Words by target. `*` is any other, and in its words the target itself. */
export interface TargetWords {
  readonly '*': string
  readonly [target: string]: string
}

export const wordsOfTarget = (words: TargetWords, target: string): string =>
  (words[target] ?? words['*']).replace('*', () => target)
