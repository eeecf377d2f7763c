// Serves the built web app: its files by name, and its one page for every address that is no API path and no file.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assetsBelow, sendAsset } from './assets.ts'

/** `apiPaths` are the paths of all routes: an address that starts like one of them never gets the page. */
export function mountWebApp(app: FastifyInstance, directory: string, apiPaths: readonly string[]): void {
  const assets = assetsBelow(directory)
  const page = assets.get('/index.html')
  if (!page) return
  const reserved = new Set(apiPaths.map(firstStep))
  const isPage = (path: string) => !reserved.has(firstStep(path)) && !/\.[^/]*$/.test(path)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split(/[?#]/, 1)[0] ?? '/'
      const asset = assets.get(path) ?? (isPage(path) ? page : undefined)
      return asset ? sendAsset(asset, request, reply) : reply.callNotFound()
    },
  })
}

// /API/… and //api/… mean the API and must not be answered with a page.
function firstStep(path: string): string {
  return (path.replace(/^\/+/, '').split('/')[0] ?? '').toLowerCase()
}
