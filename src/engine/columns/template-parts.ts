// What is read out of a template by itself: its references, the host it cannot change, and its text filled in.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { parseTemplate, references } from '../values/template.ts'

/** References as they are written, each once: they name the inputs of the lookup that a column makes. */
export function refsOf(templates: readonly string[]): string[] {
  return [...new Set(templates.flatMap((template) => references(parseTemplate(template)).map(({ ref }) => ref)))]
}

/** The host that an address has whatever its references hold; null when a row could change it. */
export function fixedHost(url: string): string | null {
  const [first] = parseTemplate(url).parts
  if (typeof first !== 'string') return null
  const whole = parseTemplate(url).parts.length === 1
  // Without something that ends it, a value could go on writing the host: `https://api.example.com{{x}}`.
  const origin = /^https?:\/\/[^/?#\\\s@]+(?=[/?#]|$)/i.exec(first)?.[0]
  if (!origin || (!whole && origin.length === first.length) || !URL.canParse(origin)) return null
  return new URL(origin).host
}

/** A template filled in by reference name. `write` says how a value is written at its place. */
export function fillTemplate(template: string, values: JsonObject, write: (value: Json) => string): string {
  return parseTemplate(template)
    .parts.map((part) =>
      typeof part === 'string' ? part : write(Object.hasOwn(values, part.ref) ? (values[part.ref] ?? null) : null),
    )
    .join('')
}

/** True when the template has references, and none of them has a value. */
export function isBlank(template: string, values: JsonObject): boolean {
  const refs = refsOf([template])
  return refs.length > 0 && refs.every((ref) => !Object.hasOwn(values, ref))
}
