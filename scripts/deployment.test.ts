// What the files of deploy/ promise an operator: a stop reaches the server, the image is whole, and no client can forge its address.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXTERNAL } from './bundle.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('the unit, the image and the guide start node itself, so that a stop reaches the server', () => {
  for (const path of ['deploy/millrace.service', 'docs/DEPLOY.md'])
    expect([...read(path).matchAll(/^ExecStart=(\S+)/gm)].map(([, program]) => program)).toEqual(['/usr/bin/node'])
  expect(read('deploy/Dockerfile').match(/^CMD .*$/gm)).toEqual([expect.stringMatching(/^CMD \["node", /)])
})

test('the image has the packages that are not in the bundle, and no others', () => {
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY --from=build \/app\/node_modules\/(\S+) /gm)]
  const scopes = EXTERNAL.filter((name) => name !== 'pg-native').map((name) => name.split('/', 1)[0])
  expect(copied.map(([, scope]) => scope)).toEqual(scopes)
})

test('the service believes the proxy alone, and the proxy names the address that connects to it', () => {
  const [, trusted] = /TRUSTED_PROXIES: (.*)$/m.exec(read('deploy/compose.yml')) ?? []
  expect(trusted).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  expect(read('deploy/compose.yml')).toContain(`ipv4_address: ${trusted}`)
  const sent = [...read('deploy/nginx.conf').matchAll(/^\s*proxy_set_header X-Forwarded-For (.*);$/gm)]
  expect(sent.map(([, value]) => value)).toEqual(['$remote_addr'])
})
