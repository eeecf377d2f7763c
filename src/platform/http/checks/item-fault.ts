// Stands in the place of an item of a list that is wrong by itself, where the others are to be taken all the same.
import type { FieldError } from '../../../kernel/errors.ts'

/**
 * Not an error: there may be as many as items, and its message is part of the body by which two requests are told from each other.
 */
export class ItemFault {
  /** What is wrong, and where in the item. */
  readonly message: string

  constructor({ msg, loc }: FieldError, depth: number) {
    const place = loc.slice(depth).join('.')
    const what = msg.replace(/^Value error, /, '')
    this.message = place === '' ? what : `"${place}": ${what}`
  }
}
