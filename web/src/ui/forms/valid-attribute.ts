// Stands in for the list of all attributes that the grid library asks: of its own parts these are what reaches an element.
const CAMEL =
  /^(className|tabIndex|autoFocus|autoComplete|autoCapitalize|readOnly|spellCheck|inputMode|defaultValue|htmlFor|maxLength|contentEditable|dangerouslySetInnerHTML)$/

export default function isValidAttribute(name: string): boolean {
  return /^([a-z]+|on[A-Z]\w*|(aria|data)-[\w-]+)$/.test(name) || CAMEL.test(name)
}
