// Checks who imports whom against house.json and .dependency-cruiser.cjs, and that the tool has really looked at every file.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

interface House {
  /** By feature of the web app, the files that others may import. */
  published?: Record<string, string[]>
}

const PLACES = ['src', 'web/src', 'sdk/src', 'scripts', 'test', 'bench', 'e2e']

/** One line for each forbidden import, each file the tool passed over, and for a tool that sees no imports at all. */
export async function importFaults(root: string): Promise<string[]> {
  const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))
  const house = JSON.parse(readFileSync(join(root, 'house.json'), 'utf8')) as House
  const options: ICruiseOptions & { ruleSet: IFlattenedRuleSet } = {
    ...config.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  }
  const files = PLACES.flatMap((place) => sourcesBelow(join(root, place))).map((file) =>
    relative(root, file).split(sep).join('/'),
  )
  const tsConfig = extractTSConfig(join(root, 'tsconfig.json'))
  const { output } = await cruise(files, options, config.options.enhancedResolveOptions, { tsConfig })
  const { modules, summary } = output as ICruiseResult
  const seen = new Set(modules.map(({ source }) => source))
  const edges = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
  return [
    ...summary.violations.map(({ rule, from, to, cycle }) => {
      const path = cycle ? cycle.map(({ name }) => name).join(' -> ') : to
      return `${rule.name}: ${from} -> ${path}`
    }),
    ...files.filter((file) => !seen.has(file)).map((file) => `not looked at: ${file}`),
    ...unusedPublished(house, modules),
    // A parser that fails in silence sees files without imports.
    ...(edges < files.length ? [`only ${edges} imports seen in ${files.length} files`] : []),
  ]
}

const FEATURE = /^web\/src\/features\/([^/]+)\//
/** What house.json publishes of a feature though no other feature imports it. */
function unusedPublished(house: House, modules: ICruiseResult['modules']): string[] {
  const imported = new Set(
    modules.flatMap(({ source, dependencies }) => {
      const from = FEATURE.exec(source)?.[1]
      return dependencies.map(({ resolved }) => resolved).filter((to) => from && FEATURE.exec(to)?.[1] !== from)
    }),
  )
  const present = new Set(modules.map(({ source }) => FEATURE.exec(source)?.[1]))
  return Object.entries(house.published ?? {}).flatMap(([feature, files]) =>
    (present.has(feature) ? files : [])
      .map((file) => `web/src/features/${feature}/${file}`)
      .filter((file) => !imported.has(file))
      .map((file) => `published, but imported by no other feature: ${file}`),
  )
}

function sourcesBelow(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.split(sep).includes('node_modules'))
      .map((name) => join(dir, name))
  } catch {
    return []
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = await importFaults(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, ''))
  console.log(faults.join('\n'))
  process.exitCode = faults.length > 0 ? 1 : 0
}
