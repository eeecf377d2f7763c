// A certificate for hosts of a bench, made again by openssl.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  /** File of the certificate, for NODE_EXTRA_CA_CERTS. */
  path: string
  key: string
  cert: string
}

export function makeCertificate(folder: string, names: readonly string[]): Certificate {
  const [path, keyPath] = [join(folder, 'sites.pem'), join(folder, 'sites.key')]
  const subject = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=bench',
      '-addext',
      subject,
      '-keyout',
      keyPath,
      '-out',
      path,
    ],
    { stdio: 'ignore' },
  )
  return { path, key: readFileSync(keyPath, 'utf8'), cert: readFileSync(path, 'utf8') }
}
