// Checks what a user set for a watch against the options of its kind, for every entry point.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WatchOption } from './kind.ts'

export interface ConfigFault {
  name: string
  message: string
}

const MOST_ENTRIES = 100
const LONGEST = 1_000

/** What is wrong with a config, in the order of its members. */
export function configFaults(options: readonly WatchOption[], config: JsonObject): ConfigFault[] {
  return Object.entries(config).flatMap(([name, value]) => {
    const option = options.find((one) => one.name === name)
    if (!option) {
      const names = options.map((one) => one.name).join(', ')
      return [{ name, message: names ? `This kind has no such option. It has ${names}.` : 'This kind has no options.' }]
    }
    const message = value === null ? undefined : faultOf(option, value)
    return message === undefined ? [] : [{ name, message }]
  })
}

function faultOf({ type, choices = [], fault }: WatchOption, value: Json): string | undefined {
  if (type === 'flag') return typeof value === 'boolean' ? undefined : 'This is true or false'
  if (type === 'number') return typeof value === 'number' ? undefined : 'This is a number'
  if (type === 'choice')
    return choices.some((one) => one.value === value)
      ? undefined
      : `This is one of ${choices.map((one) => one.value).join(', ')}`
  const isList = type === 'texts' && Array.isArray(value)
  const entries = isList ? value : [value]
  if (entries.length > MOST_ENTRIES) return `At most ${MOST_ENTRIES} entries`
  for (const entry of entries) {
    if (typeof entry !== 'string') return type === 'texts' ? 'This is a list of texts' : 'This is a text'
    if (entry.length > LONGEST) return `At most ${LONGEST} characters`
    const message = entry.trim() === '' ? undefined : fault?.(entry.trim())
    if (message !== undefined) return message
  }
  return undefined
}
