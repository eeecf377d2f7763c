// The documentation: /docs (Swagger UI) and /redoc over /openapi.json for people, /llms.txt and the guides for programs, all from this server.
import type { FastifyInstance } from 'fastify'
import { type Asset, assetOf, sendAsset } from '../browser/assets.ts'
import { AREAS_SCRIPT } from './areas-script.ts'
import { type DocsFile, readDocsFile, readLicenses } from './docs-assets.ts'
import { GUIDES, llmsText, readGuide } from './llms.ts'
import type { EmittedSchema } from './openapi-schema.ts'

export const DOCS_PATHS = ['/docs', '/redoc', '/openapi.json', '/llms.txt']

const SWAGGER_START = `showArea((area, operation) => '#/' + encodeURIComponent(area) + '/' + operation, '/docs/swagger-ui-bundle.js', (spec) => SwaggerUIBundle({
  spec, dom_id: '#docs', deepLinking: true, persistAuthorization: true,
  presets: [SwaggerUIBundle.presets.apis], validatorUrl: null, displayOperationId: true,
  // Schemas are drawn when that part is opened: until then they are read in the operations that use them.
  defaultModelsExpandDepth: 0,
}))`
const REDOC_START = `showArea((area, operation) => '#operation/' + operation, '/redoc/redoc.standalone.js', (shown, at) => Redoc.init(shown, {
  hideDownloadButtons: false, downloadUrls: [{ title: 'OpenAPI', url: '/openapi.json' }], nativeScrollbars: true,
  scrollYOffset: '.areas',
  theme: { typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } } },
}, at))`
/** The choice of an area stays in view. */
const STYLE = `.areas { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 8px; padding: 8px 16px; background: #fff; border-bottom: 1px solid #d5dade }
.index { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 16px; color: #1a2226 }
.index ul { padding: 0; list-style: none; columns: 2 22rem } .index li { break-inside: avoid; margin-bottom: 8px } .index a { color: #0b5f87; font-weight: 600 }
.areas select, .areas input { font: 14px system-ui, sans-serif; height: 34px; padding: 0 8px; border: 1px solid #aab2b8; border-radius: 6px; background: #fff; color: #1a2226 }
.areas input { flex: 1; min-width: 0; max-width: 560px }`

/** `describe` is called when the description is first asked for. `directory` holds the files of the build; without it they come from node_modules. */
export function mountDocs(
  app: FastifyInstance,
  describe: () => EmittedSchema,
  title: string,
  directory: string | undefined,
): void {
  const file = (name: DocsFile): Asset => assetOf(name, () => readDocsFile(name, directory))
  const lazy = (name: string, content: () => string): Asset => assetOf(name, async () => Buffer.from(content()))
  const text = (name: string, content: string): Asset => lazy(name, () => content)
  let described: EmittedSchema | undefined
  const document = () => {
    described ??= describe()
    return described
  }
  const swagger = { scripts: ['/docs/areas.js', '/docs/start.js'], library: '/docs/swagger-ui-bundle.js' }
  const redoc = { scripts: ['/docs/areas.js', '/redoc/start.js'], library: '/redoc/redoc.standalone.js' }
  const assets: Record<string, Asset> = {
    '/openapi.json': assetOf('openapi.json', async () => Buffer.from(JSON.stringify(document()))),
    '/llms.txt': assetOf('llms.txt', async () => Buffer.from(await llmsText(document(), directory))),
    ...Object.fromEntries(
      GUIDES.map((name) => [`/docs/${name}.md`, assetOf('guide.md', () => readGuide(name, directory))]),
    ),
    '/docs/licenses.txt': assetOf('licenses.txt', () => readLicenses(directory)),
    '/docs/areas.js': text('areas.js', AREAS_SCRIPT),
    '/docs': lazy('docs.html', () => page(title, indexOf(title, document(), '/docs'), swagger, '/docs/swagger-ui.css')),
    '/docs/swagger-ui.css': file('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': file('swagger-ui-bundle.js'),
    '/docs/start.js': text('start.js', SWAGGER_START),
    '/redoc': lazy('redoc.html', () => page(title, indexOf(title, document(), '/redoc'), redoc)),
    '/redoc/redoc.standalone.js': file('redoc.standalone.js'),
    '/redoc/start.js': text('start.js', REDOC_START),
  }
  for (const [url, asset] of Object.entries(assets)) {
    app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => sendAsset(asset, request, reply) })
  }
}

/** Of a description what its index lists. */
interface Listed {
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, { tags?: string[] }>>
}

interface Scripts {
  scripts: string[]
  /** Begun where an area is shown, and fetched when nothing else is. */
  library: string
}

/** The areas as links: what is read without a script, and what stands until an area is chosen. */
function indexOf(title: string, described: EmittedSchema, at: string): string {
  const { tags = [], paths = {} } = described as Listed
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const areas = tags.flatMap(({ name, description }) => {
    const count = operations.filter(({ tags: [area] = [] }) => area === name).length
    const link = `<a href="${at}?area=${encodeURIComponent(name)}">${escapeHtml(name)}</a> (${count})`
    return count > 0 ? [`<li>${link}<br>${escapeHtml(description ?? '')}</li>`] : []
  })
  return `<main class="index"><h1>${escapeHtml(title)} API</h1><ul>${areas.join('')}</ul></main>`
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

function page(title: string, index: string, { scripts, library }: Scripts, style?: string): string {
  const sheet = style ? `<link rel="stylesheet" href="${style}">` : ''
  const link = `${sheet}<link rel="prefetch" href="${library}">`
  const tags = scripts.map((src) => `<script defer src="${src}"></script>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${tags}${link}
<style>body { margin: 0 } ${STYLE}</style></head><body><div id="docs">${index}</div></body></html>`
}
