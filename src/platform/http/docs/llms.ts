// What /llms.txt says to programs that read (llmstxt.org): the guides, and every operation by area, from the API description.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EmittedSchema } from './openapi-schema.ts'

/** Served at /docs/<name>.md, in this order. */
export const GUIDES = [
  'quickstart',
  'api-guide',
  'mcp',
  'columns',
  'adding-a-provider',
  'FORMULAS',
  'events',
  'PROVIDERS',
  'CONFIGURATION',
  'DEPLOY',
  'SCALING',
  'SECURITY',
] as const
type Guide = (typeof GUIDES)[number]

const SOURCES = fileURLToPath(new URL('../../../../docs', import.meta.url))

/** A guide from the build, else from the checkout. */
export const readGuide = (name: Guide, directory = SOURCES): Promise<Buffer> => readFile(join(directory, `${name}.md`))

interface Described {
  info: { title: string; description: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, { operationId: string; tags?: string[]; summary?: string }>>
}

export async function llmsText(document: EmittedSchema, directory: string | undefined): Promise<string> {
  const { info, tags, paths } = document as unknown as Described
  const [first = '', ...rest] = info.description.split('\n\n')
  const guides = await Promise.all(
    GUIDES.map(async (name) => guideLine(name, String(await readGuide(name, directory)))),
  )
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, line: operationLine(method, path, one) })),
  )
  const areas = tags.map(({ name, description }) => {
    const lines = operations.filter((one) => one.tags?.includes(name)).map(({ line }) => line)
    return lines.length === 0 ? '' : `## ${name}\n\n${description ? `${description}\n\n` : ''}${lines.join('\n')}\n`
  })
  const api = '- [API description](/openapi.json): OpenAPI 3.1, every operation with its shapes'
  return [
    `# ${info.title}\n\n> ${first}\n\n${rest.join('\n\n')}\n`,
    `## Guides\n\n${api}\n${guides.join('\n')}\n`,
    ...areas.filter((area) => area !== ''),
  ].join('\n')
}

function operationLine(
  method: string,
  path: string,
  { operationId, summary }: { operationId: string; summary?: string },
) {
  return `- [${method.toUpperCase()} ${path}](/redoc#operation/${operationId})${summary ? `: ${summary}` : ''}`
}

/** The title of a guide and its first sentence. */
function guideLine(name: Guide, text: string): string {
  const [title = name, first = ''] = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n{2,}/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
  const sentence = /^.*?[.!?](?=\s|$)/.exec(first)?.[0] ?? first
  return `- [${title.replace(/^#+\s*/, '')}](/docs/${name}.md): ${sentence}`
}
