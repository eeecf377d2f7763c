// What the doctor looks at outside of the database: the program, the data directory, the port and the network.
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createHttpClient } from '../../platform/net/client.ts'
import { connects, listenFault, resolves } from '../../platform/net/probe.ts'
import { isRunning, readStamp } from '../../platform/pidfile.ts'
import type { Settings } from '../../platform/settings.ts'
import { VERSION } from '../version.ts'
import { type DoctorCheck, fail, ok, warn } from './finding.ts'

const MB = 1024 * 1024

export function nodeVersion(version = process.versions.node): DoctorCheck {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return ok('Node', version)
  return fail('Node', version, 'Install Node 20.19 or newer.')
}

export async function dataDirectory(path: string): Promise<DoctorCheck[]> {
  const name = 'data directory'
  const found = await stat(path).catch(() => undefined)
  if (!found)
    return [warn(name, `${path} does not exist`, 'The first start makes it. If there was one, DATA_DIR is wrong.')]
  if (!found.isDirectory()) return [fail(name, `${path} is no directory`, 'Move the file, or change DATA_DIR.')]
  const may = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!may) return [fail(name, `this user may not write ${path}`, 'Run as the user who owns it, or change DATA_DIR.')]
  const open = (found.mode & 0o007) !== 0
  const findings = [
    open
      ? warn(name, `${path} can be entered by every user`, `Run: chmod 700 ${path}`)
      : ok(name, `${path}, closed to others`),
  ]
  const key = await stat(join(path, 'master.key')).catch(() => undefined)
  if (key && (key.mode & 0o077) !== 0)
    findings.push(
      fail(
        'master key file',
        'others may read it',
        `Run: chmod 600 ${join(path, 'master.key')}; then \`millrace secrets rotate\`.`,
      ),
    )
  return [...findings, await diskSpace(path)]
}

async function diskSpace(path: string): Promise<DoctorCheck> {
  const disk = await statfs(path)
  const free = Math.floor((disk.bavail * disk.bsize) / MB)
  if (disk.blocks === 0) return ok('disk', 'it does not tell how much is free')
  if (free < 200) return fail('disk', `${free} MB free`, 'Free some space: the database stops writing when it is full.')
  return free < 2048 ? warn('disk', `${free} MB free`, 'Free some space soon.') : ok('disk', `${free} MB free`)
}

export async function port({ host, port: number, role, data_dir }: Settings): Promise<DoctorCheck> {
  const name = 'port'
  if (role === 'worker') return ok(name, 'a worker needs none')
  const fault = await listenFault(host, number)
  if (fault === undefined) return ok(name, number === 0 ? 'any free one' : `${host}:${number} is free`)
  if (fault === 'EADDRINUSE') {
    const holder = readStamp(join(data_dir, 'millrace.pid'))
    if (holder && isRunning(holder))
      return ok(name, `${host}:${number} is in use, and Millrace is running (pid ${holder.pid})`)
    return fail(name, `${host}:${number} is in use by something else`, 'Stop that, or choose another PORT.')
  }
  if (fault === 'EACCES') return fail(name, `this user may not open ${number}`, 'Choose a PORT above 1023.')
  return fail(
    name,
    `${host}:${number} cannot be opened (${fault})`,
    'Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
  )
}

export async function publicUrl({ public_url, host, port: number }: Settings, timeoutMs: number): Promise<DoctorCheck> {
  const name = 'public URL'
  if (public_url === undefined)
    return ['127.0.0.1', 'localhost', '::1'].includes(host)
      ? ok(name, `not set, links lead to http://${host}:${number}`)
      : warn(name, 'not set, while others can reach the service', 'Set PUBLIC_URL to the address people use.')
  const url = new URL(public_url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isLocal)
    return warn(name, `${public_url} is not encrypted`, 'Put a proxy with a certificate in front, and use https.')
  const reached = await connects(
    url.hostname.replace(/^\[|\]$/g, ''),
    Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    timeoutMs,
  )
  if (reached) return ok(name, public_url)
  return warn(
    name,
    `${public_url} cannot be reached from here`,
    'While the service runs, it should. Look at the name, the proxy and the firewall.',
  )
}

/** What lookups that ask the web need. None of it is needed to start. */
export async function outgoing(
  { egress_allow: allow, egress_host_map: hostMap }: Settings,
  timeoutMs: number,
): Promise<DoctorCheck[]> {
  const [named, asked, mail] = await Promise.all([resolves('example.com'), ask(), mailPort()])
  return [
    named
      ? ok('names', 'example.com resolves')
      : warn(
          'names',
          'example.com does not resolve',
          'Look at the DNS of this machine; without it no website or vendor can be reached.',
        ),
    asked === undefined
      ? ok('outgoing HTTP', 'https://example.com answers')
      : warn(
          'outgoing HTTP',
          `https://example.com does not answer (${asked})`,
          'Open the firewall for 443 outward, else no website or vendor can be reached.',
        ),
    mail,
  ]

  async function ask(): Promise<string | undefined> {
    const client = createHttpClient({ policy: { allow, hostMap }, userAgent: `Millrace/${VERSION} (+self-hosted)` })
    try {
      const result = await client.request({ url: 'https://example.com/', method: 'HEAD', timeout_ms: timeoutMs })
      return result.ok ? undefined : result.failure.message
    } finally {
      await client.close()
    }
  }

  async function mailPort(): Promise<DoctorCheck> {
    if (await connects('gmail-smtp-in.l.google.com', 25, timeoutMs)) return ok('port 25 outward', 'open')
    return warn(
      'port 25 outward',
      'closed',
      'Most clouds close it. Nothing needs it yet; mailboxes cannot be checked by SMTP from here.',
    )
  }
}
