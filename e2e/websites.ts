// Company websites on this machine for the website reader to visit: they answer when they are let, and some are down at first.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Websites {
  /** One name per site. */
  hosts: string[]
  /** The settings with which the product finds and may reach them. */
  settings: Record<string, string>
  /** They stop answering until `release()`, so that a run has no end. */
  hold(): void
  release(): void
  /** Brings up the sites that were down. */
  repair(): void
  close(): Promise<void>
}

/** `Alba Textiles` of `www.alba-textiles.example`. */
const nameOf = (host: string) =>
  host
    .replace(/^www\.|\.[^.]+$/g, '')
    .replace(/(?:^|-)(\w)/g, (_, letter: string) => ` ${letter.toUpperCase()}`)
    .trim()

/** So many, or with these names; `broken` of them reset the connection until they are repaired. */
export async function openWebsites(sites: number | readonly string[], broken = 0): Promise<Websites> {
  const hosts =
    typeof sites === 'number'
      ? Array.from({ length: sites }, (_, index) => `company-${index + 1}.example.test`)
      : [...sites]
  const down = new Set(hosts.slice(0, broken).flatMap((host) => [host, `www.${host}`]))
  let open = Promise.resolve()
  let release = () => {}
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    if (down.has(host)) return void request.socket.destroy()
    void open.then(() => {
      if (request.url !== '/') return void response.writeHead(404).end()
      const name = typeof sites === 'number' ? `Company No. ${host.replace(/\D/g, '')}` : nameOf(host)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        `<!doctype html><html lang="en"><title>${name}</title><meta name="description" content="${name} makes things.">` +
          `<meta property="og:site_name" content="${name}"><h1>${name}</h1><p>${name} makes things that people need.</p></html>`,
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const names = hosts.flatMap((host) => [host, `www.${host}`])
  return {
    hosts,
    settings: {
      EGRESS_ALLOW: `127.0.0.1:${port}`,
      EGRESS_HOST_MAP: names.map((name) => `${name}=127.0.0.1:${port}`).join(','),
    },
    hold() {
      open = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    repair: () => down.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
