// The formula that takes a member out of the values of a column: `{{Site.address.city}}`, `{{People[0].name}}`.

import { reference } from '../template.logic.ts'
import { isItem, nameIn, pathOf, type WrittenPath } from './path.logic.ts'

/** The formula for a member, with a name for its column. */
export function memberColumn(column: string, path: WrittenPath): { name: string; expression: string } {
  const words = path
    .filter((step) => !isItem(step))
    .map(nameIn)
    .at(-1)
  const number = nameIn(path.at(-1) ?? '')
  const name = (words ?? `${column} ${Number(number) + 1}`)
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
  const tail = pathOf(['', ...path])
  return {
    name: name === '' ? column : name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(),
    expression: reference(`${column}${tail.startsWith('[') ? tail : `.${tail}`}`),
  }
}
