// The files of Swagger UI and Redoc that the documentation pages need: copied into the build, else taken from node_modules.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GUIDES, readGuide } from './llms.ts'

const DOCS_FILES = {
  'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
  'swagger-ui-bundle.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
  'redoc.standalone.js': ['redoc', 'bundles/redoc.standalone.js'],
} as const

export type DocsFile = keyof typeof DOCS_FILES

/** The bytes of one file. Redoc's logo from a CDN is taken out: the pages load nothing from elsewhere. */
export async function readDocsFile(name: DocsFile, directory: string | undefined): Promise<Buffer> {
  const bytes = await readFromBuild(name, directory)
  if (name !== 'redoc.standalone.js') return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'))
}

/** The licenses of all that is shipped, as the build wrote them; a checkout that was not built ships nothing. */
export async function readLicenses(directory: string | undefined): Promise<Buffer> {
  const built = directory === undefined ? undefined : await readFile(join(directory, 'licenses.txt')).catch(() => null)
  return built ?? Buffer.from('The licenses of what Millrace contains are collected by `npm run build`.\n')
}

/** For the build: puts the files beside the bundle, where a program without node_modules finds them. */
export async function copyDocsFiles(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const name of Object.keys(DOCS_FILES) as DocsFile[]) await copyFile(inPackage(name), join(directory, name))
  for (const name of GUIDES) await writeFile(join(directory, `${name}.md`), await readGuide(name))
}

async function readFromBuild(name: DocsFile, directory: string | undefined): Promise<Buffer> {
  if (directory === undefined) return readFile(inPackage(name))
  try {
    return await readFile(join(directory, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return readFile(inPackage(name))
  }
}

function inPackage(name: DocsFile): string {
  const [owner, file] = DOCS_FILES[name]
  return join(dirname(createRequire(import.meta.url).resolve(`${owner}/package.json`)), file)
}
