// The documentation: /docs (Swagger UI) and /redoc over /openapi.json for people, /llms.txt and the guides for programs, all from this server.
import type { FastifyInstance } from 'fastify'
import { type Asset, assetOf, sendAsset } from '../browser/assets.ts'
import { AREAS_SCRIPT } from './areas-script.ts'
import { type DocsFile, readDocsFile, readLicenses } from './docs-assets.ts'
import { GUIDES, llmsText, readGuide } from './llms.ts'
import type { EmittedSchema } from './openapi-schema.ts'

export const DOCS_PATHS = ['/docs', '/redoc', '/openapi.json', '/llms.txt']

const SWAGGER_START = `showArea((area, operation) => '#/' + encodeURIComponent(area) + '/' + operation, (spec) => SwaggerUIBundle({
  spec, dom_id: '#docs', deepLinking: true, persistAuthorization: true,
  presets: [SwaggerUIBundle.presets.apis], validatorUrl: null, displayOperationId: true,
}))`
const REDOC_START = `showArea((area, operation) => '#operation/' + operation, (shown, at) => Redoc.init(shown, {
  hideDownloadButtons: false, downloadUrls: [{ title: 'OpenAPI', url: '/openapi.json' }], nativeScrollbars: true,
  scrollYOffset: '.areas',
  theme: { typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } } },
}, at))`
/** The choice of an area stays in view. */
const STYLE = `.areas { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 8px; padding: 8px 16px; background: #fff; border-bottom: 1px solid #d5dade }
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
  const text = (name: string, content: string): Asset => assetOf(name, async () => Buffer.from(content))
  let described: EmittedSchema | undefined
  const document = () => {
    described ??= describe()
    return described
  }
  const swagger = ['/docs/areas.js', '/docs/swagger-ui-bundle.js', '/docs/start.js']
  const redoc = ['/docs/areas.js', '/redoc/redoc.standalone.js', '/redoc/start.js']
  const assets: Record<string, Asset> = {
    '/openapi.json': assetOf('openapi.json', async () => Buffer.from(JSON.stringify(document()))),
    '/llms.txt': assetOf('llms.txt', async () => Buffer.from(await llmsText(document(), directory))),
    ...Object.fromEntries(
      GUIDES.map((name) => [`/docs/${name}.md`, assetOf('guide.md', () => readGuide(name, directory))]),
    ),
    '/docs/licenses.txt': assetOf('licenses.txt', () => readLicenses(directory)),
    '/docs/areas.js': text('areas.js', AREAS_SCRIPT),
    '/docs': text('docs.html', page(title, swagger, '/docs/swagger-ui.css')),
    '/docs/swagger-ui.css': file('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': file('swagger-ui-bundle.js'),
    '/docs/start.js': text('start.js', SWAGGER_START),
    '/redoc': text('redoc.html', page(title, redoc)),
    '/redoc/redoc.standalone.js': file('redoc.standalone.js'),
    '/redoc/start.js': text('start.js', REDOC_START),
  }
  for (const [url, asset] of Object.entries(assets)) {
    app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => sendAsset(asset, request, reply) })
  }
}

function page(title: string, scripts: string[], style?: string): string {
  const link = style ? `<link rel="stylesheet" href="${style}">` : ''
  const tags = scripts.map((src) => `<script src="${src}"></script>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${link}
<style>body { margin: 0 } ${STYLE}</style></head><body><div id="docs"></div>${tags}</body></html>`
}
