// Stands in the place of an item of a list that is wrong by itself, where the others are to be taken all the same.
import type { FieldError } from '../../kernel/errors.ts'

/** `message` says what is wrong, and where in the item. */
export class ItemFault extends Error {
  constructor({ msg, loc }: FieldError, depth: number) {
    const place = loc.slice(depth).join('.')
    const what = msg.replace(/^Value error, /, '')
    super(place === '' ? what : `"${place}": ${what}`)
    this.name = 'ItemFault'
  }
}
