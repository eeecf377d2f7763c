// `npm run mutate -- [group …] [--lines N] [--seed N] [--write]`: changes the code at random places, one at a time, and counts the changes that
// the tests notice. Prints the others, to be read one by one: a test is missing, or the code can go. --write puts the figures into docs/MUTATION.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MUTATION_GROUPS } from './mutation/groups.ts'
import { readReport, type Survivor, writeFigures } from './mutation/report.ts'
import { sampleLines } from './mutation/sampled-lines.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Stryker is fetched when it is first wanted: with it, every install would be a quarter larger. */
const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']
const home = join(root, 'node_modules', '.cache', 'mutate')
const inStryker = (path: string) => join(home, 'node_modules', '@stryker-mutator', path)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    write: { type: 'boolean', default: false },
  },
})
const sample = { most: Number(values.lines), seed: Number(values.seed) }
const names = positionals.length > 0 ? positionals : Object.keys(MUTATION_GROUPS)
const unknown = names.find((name) => !MUTATION_GROUPS[name])
if (unknown !== undefined) {
  console.error(`There is no group "${unknown}"; there are ${Object.keys(MUTATION_GROUPS).join(', ')}.`)
  process.exit(1)
}
if (!existsSync(inStryker('core'))) fetchStryker()

for (const name of names) {
  const figures = mutateGroup(name)
  console.log(`${name}: ${figures.noticed} of ${figures.mutants} noticed\n`)
  for (const { place, was, became } of figures.survivors) console.log(`${place}\n-  ${was}\n+  ${became}\n`)
  if (values.write) writeFigures(root, { name, ...figures, ...sample })
}

function fetchStryker(): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  // Its peer is the Vitest of this repository, which it finds above its own folder.
  const { status } = spawnSync('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...STRYKER], {
    cwd: home,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

function mutateGroup(name: string): { mutants: number; noticed: number; survivors: Survivor[] } {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-mutate-'))
  const report = join(folder, 'report.json')
  const settings = join(folder, 'stryker.config.json')
  const lines = sampleLines(root, MUTATION_GROUPS[name]?.changed ?? [], sample)
  writeFileSync(
    settings,
    JSON.stringify({
      plugins: [inStryker('vitest-runner/dist/src/index.js')],
      testRunner: 'vitest',
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
      mutate: lines.map(({ file, line }) => `${file}:${line}-${line}`),
      // Wording is for people to judge.
      mutator: { excludedMutations: ['StringLiteral'] },
      concurrency: 1,
      coverageAnalysis: 'perTest',
      tempDirName: '.mutate',
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      checkers: [],
      // The tests of a group run once as they are, on however slow a machine.
      dryRunTimeoutMinutes: 60,
    }),
  )
  const { status } = spawnSync(process.execPath, [inStryker('core/bin/stryker.js'), 'run', settings], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MUTATION_GROUP: name },
  })
  if (status !== 0 || !existsSync(report)) {
    console.error(`The tests of ${name} could not be run on changed code.`)
    process.exit(1)
  }
  const read = readReport(JSON.parse(readFileSync(report, 'utf8')))
  rmSync(folder, { recursive: true, force: true })
  return read
}
