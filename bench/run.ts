// What `npm run bench` runs: the scenarios asked for, one after the other, and the table of what they found.
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPrograms } from './build.ts'
import { endPrograms } from './program.ts'
import { type Finding, table } from './report.ts'
import { access } from './scenarios/access.ts'
import { bigRun } from './scenarios/big-run.ts'
import { browser } from './scenarios/browser.ts'
import { bulk } from './scenarios/bulk.ts'
import { cell } from './scenarios/cell.ts'
import { crash } from './scenarios/crash.ts'
import { enrich5ms } from './scenarios/enrich-5ms.ts'
import { enrich100ms } from './scenarios/enrich-100ms.ts'
import { entities } from './scenarios/entities.ts'
import { events } from './scenarios/events.ts'
import { firstDay } from './scenarios/first-day.ts'
import { hostile } from './scenarios/hostile.ts'
import { importing } from './scenarios/import.ts'
import { ingest } from './scenarios/ingest.ts'
import { leads } from './scenarios/leads.ts'
import { outreach } from './scenarios/outreach.ts'
import { page } from './scenarios/page.ts'
import { plain } from './scenarios/plain.ts'
import { query } from './scenarios/query.ts'
import { rules } from './scenarios/rules.ts'
import { schedules } from './scenarios/schedules.ts'
import { sites } from './scenarios/sites.ts'
import { start } from './scenarios/start.ts'
import { tenants } from './scenarios/tenants.ts'
import { transfer } from './scenarios/transfer.ts'
import { watches } from './scenarios/watches.ts'
import { waterfall } from './scenarios/waterfall.ts'
import { who } from './scenarios/who.ts'
import { openStage, type Stage } from './stage.ts'

/** In this order, whichever are asked for: what fills the database most comes last, and what leaves a column to be computed behind all that write. */
const SCENARIOS: Record<string, (stage: Stage) => Promise<Finding[]>> = {
  start,
  'first-day': firstDay,
  who,
  plain,
  'enrich-100ms': enrich100ms,
  'enrich-5ms': enrich5ms,
  waterfall,
  hostile,
  tenants,
  events,
  page,
  browser,
  access,
  query,
  cell,
  ingest,
  import: importing,
  bulk,
  transfer,
  leads,
  entities,
  watches,
  sites,
  rules,
  schedules,
  outreach,
  'big-run': bigRun,
  crash,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '20' },
    leads: { type: 'string', default: '100000' },
    namesakes: { type: 'boolean', default: false },
  },
})
const asked = values.only?.split(',')
const wanted = Object.keys(SCENARIOS).filter((name) => asked?.includes(name) ?? true)
const unknown = asked?.filter((name) => !SCENARIOS[name]) ?? []
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}. There are: ${Object.keys(SCENARIOS).join(', ')}`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endPrograms().then(() => process.exit(130)))
const stage = await openStage(await buildPrograms({ web: wanted.includes('browser') }), {
  rows: Number(values.rows),
  kills: Number(values.kills),
  leads: Number(values.leads),
  namesakes: values.namesakes,
})
const findings: Finding[] = []
let broken = false
for (const name of wanted) {
  const started = performance.now()
  try {
    const found = (await SCENARIOS[name]?.(stage)) ?? []
    findings.push(...found)
    console.error(`${name} (${Math.round((performance.now() - started) / 1000)} s)\n${table(found)}\n`)
  } catch (error) {
    broken = true
    findings.push({ what: name, measured: `broke: ${(error as Error).message.slice(0, 200)}`, pass: false })
    console.error(`${name} broke:`, error)
  }
}
await stage.close()
const [cpu] = cpus()
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `${process.platform}, Node ${process.versions.node}\n\n${table(findings)}`,
)
process.exit(broken ? 1 : 0)
