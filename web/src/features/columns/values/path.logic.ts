// Paths into values as the server reads them: `data.items[0].email`, `items[].name`, `["@odata.nextLink"]`.

/** Steps as they are written in a path: `data`, `[0]`, `[]` or `["a.b"]`. */
export type WrittenPath = readonly string[]

const STEP = /\s*(?:(\[\s*(?:\d*|"(?:[^"]|"")*"|'(?:[^']|'')*')\s*\])|\.([^.[\]]+))\s*/y

/** The steps of a path, or of what follows a name (`.a[0]`); null for a text that is none. */
export function stepsIn(path: string): string[] | null {
  const plain = path.trim().replace(/^\$(?=$|[.[])/, '')
  const text = plain === '' || /^[.[]/.test(plain) ? plain : `.${plain}`
  const steps: string[] = []
  for (STEP.lastIndex = 0; STEP.lastIndex < text.length; ) {
    const found = STEP.exec(text)
    const step = (found?.[1] ?? found?.[2] ?? '').trim()
    if (step === '') return null
    steps.push(step)
  }
  return steps
}

export const pathOf = (steps: WrittenPath): string =>
  steps.reduce((text, step) => (text === '' || step.startsWith('[') ? text + step : `${text}.${step}`), '')

/** The step from a list or an object to one of its members. In quotes, unless it can be read in one way only. */
export function stepTo(value: object, key: string): string {
  if (Array.isArray(value)) return `[${key}]`
  const isPlain = key.trim() === key && key !== '$' && /^[^.[\]{}\\"'\r\n]+$/.test(key)
  const isPrefix = Object.keys(value).some((other) => other.startsWith(`${key}.`))
  return isPlain && !isPrefix ? key : `["${key.replaceAll('"', '""')}"]`
}

/** The name or number that a step is about; blank for `[]`. */
export function nameIn(step: string): string {
  if (!step.startsWith('[')) return step
  const inside = step.slice(1, -1).trim()
  const quote = inside[0] ?? ''
  return quote === '"' || quote === "'" ? inside.slice(1, -1).replaceAll(quote + quote, quote) : inside
}

export const isItem = (step: string) => /^\[\s*\d+\s*\]$/.test(step)

/** The path with its last item of a list standing for every item of that list. */
export function everyItem(path: string): string {
  const steps = stepsIn(path) ?? []
  const last = steps.findLastIndex(isItem)
  return pathOf(steps.map((step, index) => (index === last ? '[]' : step)))
}

/** What lies at a path, undefined where it ends early; a name goes into every item of a list. */
export function valueAt(value: unknown, steps: WrittenPath): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const name = nameIn(step)
  if (name === '' && step.startsWith('[') && !/["']/.test(step)) return valueAt(value, rest)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    if (/^\d+$/.test(name)) return valueAt(value[Number(name)], rest)
    return value
      .map((item) => valueAt(item, steps))
      .filter((item) => item !== undefined && item !== null && item !== '')
  }
  const object = value as Record<string, unknown>
  if (step.startsWith('[')) return Object.hasOwn(object, name) ? valueAt(object[name], rest) : undefined
  const plain = steps.findIndex((one) => one.startsWith('['))
  for (let end = plain === -1 ? steps.length : plain; end > 0; end -= 1) {
    const key = steps.slice(0, end).join('.')
    if (Object.hasOwn(object, key)) return valueAt(object[key], steps.slice(end))
  }
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : valueAt(object[key], rest)
}
