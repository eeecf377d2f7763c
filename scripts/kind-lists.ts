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

/** The same of a folder and those inside. */
const filesUnder = (folder: string, ending: string): ListedFile[] =>
  [
    ...filesIn(folder, ending),
    ...readdirSync(place(folder), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .flatMap(({ name }) =>
        filesUnder(`${folder}/${name}`, ending).map((file) => ({ ...file, path: `./${name}/${file.path.slice(2)}` })),
      ),
  ].sort((one, other) => (one.of < other.of ? -1 : 1))

/** The file with this ending in each folder that is called like it. */
function filesBelow(folder: string, ending: string, suffix: string): ListedFile[] {
  return readdirSync(place(folder))
    .sort()
    .filter((of) => existsSync(place(`${folder}/${of}/${of}${ending}`)))
    .map((of) => ({ name: `${camel(of)}${suffix}`, path: `./${of}/${of}${ending}`, of: of.replaceAll('-', '_') }))
}

const record = (files: readonly ListedFile[]) =>
  `{\n${files.map(({ name, of }) => (name === of ? `  ${name},\n` : `  ${of}: ${name},\n`)).join('')}}`

const list = (files: readonly ListedFile[]) => `[\n${files.map(({ name }) => `  ${name},\n`).join('')}]`

const importsOf = (files: readonly ListedFile[]) =>
  files
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ name, path }) => `import { ${name} } from '${path}'\n`)
    .join('')

/** Contents by path from the root. */
export function kindLists(): Record<string, string> {
  const kinds = filesIn('src/engine/columns/kinds', '.kind.ts')
  const lookups = filesBelow('src/enrichment/kinds', '-lookup.ts', 'Lookup')
  const deliveries = filesIn('src/enrichment/kinds/output', '-delivery.ts', 'Delivery')
  const sources = filesIn('src/providers/sources', '.source.ts')
  const actions = filesIn('src/automation/actions', '.action.ts', 'Action')
  const triggers = filesIn('src/automation/triggers', '.trigger.ts', 'Trigger')
  const targets = filesIn('src/engine/columns/kinds/output-targets', '.target.ts')
  const watches = filesUnder('src/monitoring/kinds', '.kind.ts')
  const readers = filesIn('src/enrichment/sources', '.reader.ts', 'Reader')
  return {
    'src/engine/columns/kinds/kinds.generated.ts': `// The kinds of columns: the files of this folder, listed by \`npm run generate\`.
${importsOf(kinds)}
export const COLUMN_KINDS = ${list(kinds)} as const
`,
    'src/enrichment/kinds/lookups.generated.ts': `// The makers of columns' own lookups, by type: the files \`x/x-lookup.ts\` of this folder, listed by \`npm run generate\`.
${importsOf(lookups)}
export const LOOKUP_MAKERS = ${record(lookups)}
`,
    'src/enrichment/kinds/output/deliveries.generated.ts': `// The kinds of deliveries: the files of this folder, listed by \`npm run generate\`.
${importsOf(deliveries)}
export const DELIVERIES = ${record(deliveries)}
`,
    'src/providers/sources/sources.generated.ts': `// The sources: the files of this folder, listed by \`npm run generate\`.
${importsOf(sources)}
export const ALL_SOURCES = ${list(sources)}
`,
    'src/automation/actions/actions.generated.ts': `// The kinds of actions: the files of this folder, listed by \`npm run generate\`.
${importsOf(actions)}
export const ALL_ACTIONS = ${list(actions)}
`,
    'src/automation/triggers/triggers.generated.ts': `// The kinds of triggers: the files of this folder, listed by \`npm run generate\`.
${importsOf(triggers)}
export const ALL_TRIGGERS = ${list(triggers)}
`,
    'src/monitoring/kinds/kinds.generated.ts': `// The kinds of watches: the files of this folder and those inside, listed by \`npm run generate\`.
${importsOf(watches)}
export const ALL_WATCH_KINDS = ${record(watches)}
`,
    'src/engine/columns/kinds/output-targets/targets.generated.ts': `// The targets of deliveries: the files of this folder, listed by \`npm run generate\`.
${importsOf(targets)}
export const OUTPUT_TARGETS = ${record(targets)}
`,
    'src/enrichment/sources/readers.generated.ts': `// The readers of sources: the files of this folder, listed by \`npm run generate\`.
${importsOf(readers)}
export const READERS = ${record(readers)}
`,
  }
}
