// What the files of deploy/ promise an operator: a stop reaches the server, the image is whole, and no client can forge its address.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '../src/platform/settings.ts'
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

test('the Helm chart is of this version, and sets only settings that the service knows', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read('deploy/helm/Chart.yaml'))).toMatchObject({ version, appVersion: version })
  const set = [...read('deploy/helm/templates/_helpers.tpl').matchAll(/- \{ name: ([A-Z_]+), value/g)].map(
    ([, name]) => name as string,
  )
  expect(set).toEqual(['ROLE', 'PUBLIC_URL', 'METRICS_PORT', 'TRUSTED_PROXIES'])
  const kept = parse(read('deploy/helm/values.schema.json')).properties.settings.propertyNames.not.enum as string[]
  for (const name of [...set, ...kept]) expect(Object.keys(SETTINGS)).toContain(name.toLowerCase())
  // What the chart or its Secret sets must not be set twice.
  expect(kept).toEqual(expect.arrayContaining(set))
})

const helm = process.env.HELM ?? 'helm'
const hasHelm = spawnSync(helm, ['version']).status === 0
const chart = fileURLToPath(new URL('../deploy/helm', import.meta.url))
const render = (...values: string[]) =>
  execFileSync(helm, ['template', 'leads', chart, ...values.flatMap((value) => ['--set', value])], {
    encoding: 'utf8',
    stdio: 'pipe',
  })

test.skipIf(!hasHelm)(
  'the chart asks for the address and the Secret, and refuses a setting that it makes itself',
  () => {
    expect(() => render()).toThrow(/publicUrl/)
    expect(() => render('publicUrl=https://a.example')).toThrow(/existingSecret/)
    const needed = ['publicUrl=https://a.example', 'existingSecret=millrace']
    expect(() => render(...needed, 'settings.ROLE=all')).toThrow(/settings/)
    expect(() => render(...needed, 'ingress.enabled=true')).toThrow(/host/)
    expect(() => render(...needed, 'workers.replicas=3')).toThrow(/workers/)
  },
)

test.skipIf(!hasHelm)(
  'the chart runs API and workers with the same settings, without root and without a Kubernetes token',
  () => {
    const made = parseAllDocuments(
      render(
        'publicUrl=https://a.example/',
        'existingSecret=millrace',
        'ingress.enabled=true',
        'ingress.host=a.example',
        'metrics.podMonitor=true',
        'settings.DATABASE_POOL=20',
        'worker.replicas=3',
      ),
    ).map((document) => document.toJS())
    expect(made.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'PodMonitor',
      'Service',
      'ServiceAccount',
    ])
    const pods = made.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec)
    for (const { automountServiceAccountToken, securityContext, containers } of pods) {
      expect(automountServiceAccountToken).toBe(false)
      expect(securityContext.runAsNonRoot).toBe(true)
      expect(containers[0].securityContext.readOnlyRootFilesystem).toBe(true)
      expect(containers[0].envFrom).toEqual([{ secretRef: { name: 'millrace' } }])
    }
    const [api, worker] = pods.map(({ containers }) =>
      containers[0].env.filter(({ name }: { name: string }) => name !== 'ROLE'),
    )
    expect(api).toEqual(worker)
    expect(api).toEqual(
      expect.arrayContaining([
        { name: 'PUBLIC_URL', value: 'https://a.example' },
        { name: 'DATABASE_POOL', value: '20' },
      ]),
    )
  },
)
