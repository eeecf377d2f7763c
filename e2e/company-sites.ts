// Sites of companies on this machine, each with a feed and a page of open jobs; and a receiver of webhooks that takes everything.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CompanySites {
  /** The settings with which the product finds and may reach them. */
  settings: Record<string, string>
  /** The types of the messages that the receiver took. */
  received: string[]
  close(): Promise<void>
}

/** The receiver listens at `http://hooks.receiver.test/`. */
export async function openCompanySites(hosts: readonly string[]): Promise<CompanySites> {
  const received: string[] = []
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const say = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      return void request.on('end', () => {
        received.push(JSON.parse(body).type)
        response.writeHead(204).end()
      })
    }
    if (request.url === '/') return say('text/html', '<!doctype html><title>Home</title><a href="/careers">Careers</a>')
    if (request.url === '/careers') return say('text/html', jobsOf(host))
    if (request.url === '/feed.xml') return say('application/rss+xml', feedOf(host))
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = [...hosts.flatMap((host) => [host, `www.${host}`]), 'hooks.receiver.test']
  return {
    settings: { EGRESS_ALLOW: at, EGRESS_HOST_MAP: names.map((name) => `${name}=${at}`).join(',') },
    received,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function jobsOf(host: string): string {
  const job = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: `Engineer at ${host}`,
    description: 'Builds machines.',
    datePosted: new Date().toISOString().slice(0, 10),
    url: `http://${host}/jobs/1`,
    identifier: '1',
    hiringOrganization: { '@type': 'Organization', name: host },
  }
  return `<!doctype html><title>Careers</title><h1>Open jobs</h1><a href="/jobs/1">${job.title}</a><script type="application/ld+json">${JSON.stringify(job)}</script>`
}

const feedOf = (host: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${host}</title><link>http://${host}/</link><description>News</description><item><title>A new hall for machines</title><link>http://${host}/news/1</link><guid>1</guid></item></channel></rss>`
