// The icons of the web app: the shapes of those that it imports, out of lucide-react. Whoever builds needs these alone; the package has
// thousands, in two files each.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lucide = join(root, 'node_modules', 'lucide-react', 'dist', 'esm')

/** web/icons.json: lists of `[element, attributes]` by the name that is imported, an icon a line. */
export async function iconShapes(): Promise<string> {
  const files = filesByName()
  const lines: string[] = []
  for (const name of importedIcons()) {
    const file = files.get(name)
    if (file === undefined) throw new Error(`lucide-react has no icon named ${name}`)
    const { __iconData } = await import(pathToFileURL(join(lucide, file)).href)
    const shapes = __iconData.node.map(([element, { key: _, ...attributes }]: [string, Record<string, string>]) => [
      element,
      attributes,
    ])
    lines.push(`  ${JSON.stringify(name)}: ${JSON.stringify(shapes)}`)
  }
  return `{\n${lines.join(',\n')}\n}\n`
}

function filesByName(): Map<string, string> {
  const barrel = readFileSync(join(lucide, 'lucide-react.mjs'), 'utf8')
  const exported = [...barrel.matchAll(/^export \{(.*)\} from '\.\/(icons\/[\w-]+\.mjs)'/gm)]
  return new Map(
    exported.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}

/** Types among them are left out: `type LucideIcon`. */
function importedIcons(): string[] {
  const web = join(root, 'web', 'src')
  const names = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(join(web, path), 'utf8').matchAll(/^import \{([^}]*)\} from 'lucide-react'/gm)])
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().replace(/ as \w+$/, ''))
    .filter((name) => name !== '' && !name.startsWith('type '))
  return [...new Set(names)].sort()
}
