// The values of a row that templates ask for, by name.
import { fillTemplate, isBlank } from '../../../engine/columns/template-parts.ts'
import { parseTemplate } from '../../../engine/values/template.ts'
import { textOf } from '../../../engine/values/value.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'

/** Fills templates with values. A template that is a single reference keeps the type of its value, and is left out when blank. */
export function fillTemplates(templates: Record<string, string>, row: JsonObject): JsonObject {
  return Object.fromEntries(fillTemplateEntries(Object.keys(templates), templates, row))
}

/** The names whose templates read one of these. */
export const namesReading = (templates: Record<string, string>, refs: readonly string[]): string[] =>
  Object.keys(templates).filter((name) =>
    parseTemplate(templates[name] ?? '').parts.some((part) => typeof part === 'object' && refs.includes(part.ref)),
  )

/** The same of these names, in their order. */
export function fillTemplateEntries(
  names: readonly string[],
  templates: Record<string, string>,
  row: JsonObject,
): [string, Json][] {
  return names.flatMap((name): [string, Json][] => {
    const template = templates[name] ?? ''
    if (isBlank(template, row)) return []
    const [only, more] = parseTemplate(template).parts
    if (more === undefined && typeof only === 'object') return [[name, row[only.ref] ?? null]]
    return [[name, fillTemplate(template, row, textOf)]]
  })
}
