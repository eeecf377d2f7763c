// The lists that follow from the files of a folder: a declaration that is there is in the list of its kind.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

interface ListedFile {
  /** What its export is called. */
  name: string
  /** From the folder of the list. */
  path: string
  /** What it is the declaration of. */
  of: string
}

/** The files of a folder with this ending; their exports are called after them. */
function filesIn(folder: string, ending: string, suffix = ''): ListedFile[] {
  return readdirSync(place(folder))
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const of = file.slice(0, -ending.length)
      return { name: `${camel(of)}${suffix}`, path: `./${file}`, of: of.replaceAll('-', '_') }
    })
}

/** The file with this ending in each folder that is called like it. */
function filesBelow(folder: string, ending: string, suffix: string): ListedFile[] {
  return readdirSync(place(folder))
    .sort()
    .filter((of) => existsSync(place(`${folder}/${of}/${of}${ending}`)))
    .map((of) => ({ name: `${camel(of)}${suffix}`, path: `./${of}/${of}${ending}`, of: of.replaceAll('-', '_') }))
}

const record = (files: readonly ListedFile[]) => `{\n${files.map(({ name, of }) => `  ${of}: ${name},\n`).join('')}}`

const importsOf = (files: readonly ListedFile[]) =>
  files.map(({ name, path }) => `import { ${name} } from '${path}'\n`).join('')

/** Contents by path from the root. */
export function kindLists(): Record<string, string> {
  const kinds = filesIn('src/engine/columns/kinds', '.kind.ts')
  const lookups = filesBelow('src/enrichment/kinds', '-lookup.ts', 'Lookup')
  const deliveries = filesIn('src/enrichment/kinds/output', '-delivery.ts', 'Delivery')
  return {
    'src/engine/columns/kinds/kinds.generated.ts': `// The kinds of columns: the files of this folder, listed by \`npm run generate\`.
${importsOf(kinds)}
export const COLUMN_KINDS = [
${kinds.map(({ name }) => `  ${name},\n`).join('')}] as const
`,
    'src/enrichment/kinds/lookups.generated.ts': `// The makers of columns' own lookups, by type: the files \`x/x-lookup.ts\` of this folder, listed by \`npm run generate\`.
${importsOf(lookups)}
export const LOOKUP_MAKERS = ${record(lookups)}
`,
    'src/enrichment/kinds/output/deliveries.generated.ts': `// The kinds of deliveries: the files of this folder, listed by \`npm run generate\`.
${importsOf(deliveries)}
export const DELIVERIES = ${record(deliveries)}
`,
  }
}
