// What people call that which a column calls: read here and in the web app.

/** Words by target. `*` is any other, and in its words the target itself. */
export interface TargetWords {
  readonly '*': string
  readonly [target: string]: string
}

export function wordsOfTarget(words: TargetWords, target: string): string {
  // The name of a host may be that of a member which every object has, such as `constructor`.
  const own = Object.hasOwn(words, target) ? words[target] : undefined
  return (own ?? words['*']).replace('*', () => target)
}
