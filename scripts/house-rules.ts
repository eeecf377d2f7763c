// The rules of the house that no other tool knows: how files begin, what they are called, what they may touch.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const GENERATED = new Set(['web/src/api/schema.d.ts', 'sdk/src/event-types.d.ts'])
/** May read the environment: the settings are read in one place; a database program needs the PATH of the parent process. */
const MAY_READ_ENVIRONMENT = new Set(['src/main.ts', 'src/platform/config.ts', 'src/platform/db/embedded.runtime.ts'])
/** Sent to browsers as text: it asks this server only. */
const RUNS_IN_BROWSERS = new Set(['src/platform/http/docs/areas-script.ts'])
/** Reads JSON that this program wrote itself: a cursor, an answer of an own route, a column of its database, a file of its own. */
const READS_OWN_JSON = new Set([
  'src/app/cli/files.ts',
  'src/automation/functions/chain.logic.ts',
  'src/automation/tools/call-tool.commands.ts',
  'src/automation/tools/published.logic.ts',
  'src/enrichment/sources/workbook.reader.ts',
  'src/kernel/cut-text.ts',
  'src/kernel/json.ts',
  'src/kernel/read-json.ts',
  'src/platform/datadir.ts',
  'src/platform/db/backup/archive.ts',
  'src/platform/db/embedded.runtime.ts',
  'src/platform/events/presence.ts',
  'src/platform/http/answer.ts',
  'src/platform/http/mount.ts',
  'src/platform/http/operations.ts',
  'src/platform/http/paging.ts',
  'src/platform/pidfile.ts',
  'src/records/matching/scan.thread.ts',
  'src/records/query/workbook-page.reads.ts',
])

export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string
  text: string
}

interface Rule {
  says: string
  /** Which files it is about. */
  about: (path: string) => boolean
  broken: (file: SourceFile) => boolean
}

const isTest = (path: string) => /\.(test|fixture)\.tsx?$/.test(path)
const isGenerated = (path: string) => GENERATED.has(path) || path.endsWith('.generated.ts')
const isProduct = (path: string) => /^(src|web\/src)\/.*\.tsx?$/.test(path) && !isTest(path) && !isGenerated(path)
const isServer = (path: string) => path.startsWith('src/') && isProduct(path)
const isSource = (path: string) => /\.(tsx?|mjs|cjs)$/.test(path) && !isGenerated(path)
const isRule = (path: string) =>
  (path.startsWith('src/engine/') || path.startsWith('src/kernel/') || /\.logic\.tsx?$/.test(path)) && isProduct(path)

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** Code without comments and the contents of plain strings, so that words in them count for nothing. */
function codeOf(text: string): string {
  return withoutComments(text).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
}

/** Statements stand in strings: only comments count for nothing. */
const SQL_OF_ROWS = /\b(insert\s+into|update|delete\s+from)\s+(only\s+)?(public\.)?(workbook_rows|cells)\b/i
const writesRows = ({ text }: SourceFile) => SQL_OF_ROWS.test(withoutComments(text))

const UNTYPED_CONNECTION =
  /\bpg\.(Pool|PoolClient|ClientBase|Client)\b|^import [^;\n]*\b(Pool|PoolClient|ClientBase|Client)\b[^;\n]* from 'pg'/m

const has = (pattern: RegExp) => (file: SourceFile) => pattern.test(codeOf(file.text))

/** Tables without row-level security, which migrations may change as they are. */
const OPEN_TABLES = new Set(['queue', 'login_throttle', 'schema_migrations'])

/** Tables that a migration changes rows of while row-level security hides all of them from an owner who is no superuser: it changes none, and says nothing. */
function hiddenChanges(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, '')
  const outsideBodies = text.split('$$').filter((_, at) => at % 2 === 0)
  return outsideBodies
    .flatMap((part) => part.split(';'))
    .flatMap((statement) => /^\s*(?:update|delete\s+from)\s+(\w+)/i.exec(statement)?.[1] ?? [])
    .filter((table) => !OPEN_TABLES.has(table) && !text.includes(`alter table ${table} no force row level security`))
}

const RULES: Rule[] = [
  {
    says: 'begins with one sentence that says what it is',
    about: (path) => isSource(path) && !isTest(path),
    broken: ({ text }) => !/^(#!.*\n)?\/\/ \S/.test(text),
  },
  {
    says: 'begins with the reason of the migration',
    about: (path) => path.endsWith('.sql'),
    broken: ({ text }) => !/^-- \S/.test(text),
  },
  {
    says: 'lifts row-level security (alter table … no force row level security) from tables whose rows it changes, and forces it again',
    about: (path) => /\/migrations\/\d+_\w+\.sql$/.test(path),
    broken: ({ text }) => hiddenChanges(text).length > 0,
  },
  {
    says: 'is called after what it holds: no index, utils, helpers, common, misc, manager, service, base',
    about: isSource,
    broken: ({ path }) =>
      /^index\.tsx?$/.test(basename(path)) ||
      path.split(/[/.-]/).some((word) => /^(utils?|helpers?|common|misc|managers?|services?|base)$/i.test(word)),
  },
  {
    says: 'passes nothing on as a barrel',
    about: isProduct,
    broken: has(/export\s+(type\s+)?\*/),
  },
  {
    says: 'names the file it imports with its ending',
    about: isSource,
    broken: ({ text }) => /^(import|(import|export|\}) .*from) '\.[^']*(?<!\.\w+(\?\w+)?)'$/m.test(text),
  },
  {
    says: 'leaves the environment to platform/config.ts',
    about: (path) => isProduct(path) && !MAY_READ_ENVIRONMENT.has(path),
    broken: has(/process\.env\b/),
  },
  {
    says: 'sends requests through platform/net only',
    about: (path) => isServer(path) && !path.startsWith('src/platform/net/') && !RUNS_IN_BROWSERS.has(path),
    broken: has(/(?<![.\w#])fetch\(|globalThis\.fetch|https?\.request\(/),
  },
  {
    says: 'asks the server through the client of web/src/api, whose calls are typed by the description',
    about: (path) => path.startsWith('web/src/') && isProduct(path) && !path.startsWith('web/src/api/'),
    broken: has(
      /(?<![.\w#])fetch\(|\bnew (XMLHttpRequest|Request|EventSource|WebSocket)\b|\bbody: [^\n)]*\bas (never|any|unknown)\b/,
    ),
  },
  {
    says: "calls a shape of the wire by its name in the description (Schemas['Budget'] of web/src/api/shapes.ts), not by a second export",
    about: (path) => path.startsWith('web/src/') && isProduct(path),
    broken: ({ text }) => /^export type (\w+) =\s+(Schemas|components\['schemas'\])\['\1(Input)?'\]$/m.test(text),
  },
  {
    says: 'reads JSON that others wrote through kernel/read-json.ts',
    about: (path) => isServer(path) && !READS_OWN_JSON.has(path) && !RUNS_IN_BROWSERS.has(path),
    broken: has(/JSON\.parse\b|\.json\(\)/),
  },
  {
    says: 'reads YAML that others wrote through kernel/read-yaml.ts',
    about: (path) => isServer(path) && path !== 'src/kernel/read-yaml.ts',
    broken: has(/\bparse(Document|AllDocuments)?\b[^\n]*from 'yaml'/),
  },
  {
    says: 'leaves writing rows and cells to src/records/store/',
    about: (path) => isServer(path) && !path.startsWith('src/records/store/'),
    broken: writesRows,
  },
  {
    says: 'takes advisory locks through platform/db/hold.ts',
    about: (path) => isServer(path) && path !== 'src/platform/db/hold.ts',
    broken: ({ text }) => /\bpg_(try_)?advisory_/i.test(withoutComments(text)),
  },
  {
    says: 'takes connections as SqlClient, SqlPool or SqlAsker of platform/db/sql-client.ts, whose rows have a type only where the statement gives one',
    about: (path) => isServer(path) && !path.startsWith('src/platform/db/'),
    broken: ({ text }) => UNTYPED_CONNECTION.test(withoutComments(text)),
  },
  {
    says: 'gives a statement its row type (query<Row>), no cast and no any',
    about: isServer,
    broken: has(/\.rows as |\brows\[\d+\]!? as |\bquery<any\b/),
  },
  {
    says: 'leaves reserving and booking of calls to src/enrichment/money/ (recordCalls, paidCall)',
    about: (path) => isServer(path) && !path.startsWith('src/enrichment/money/'),
    broken: has(/\b(admitCalls|bookCalls|insertReservations)\b/),
  },
  {
    says: 'takes time and chance as values',
    // An id is made of both.
    about: (path) => isRule(path) && path !== 'src/kernel/ids.ts',
    broken: has(/Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|random(UUID|Bytes|Int)\(/),
  },
  {
    says: 'writes to the log, not to the console',
    about: (path) => isServer(path) && path !== 'src/main.ts',
    broken: has(/\bconsole\.\w+\(/),
  },
  {
    says: 'has no test switched off, alone or with a mocked module',
    about: isTest,
    broken: has(/\b(test|it|describe)\.(only|skip|todo)\(|\bvi\.(mock|doMock)\(/),
  },
  {
    says: 'leaves nothing to be done later',
    about: isSource,
    broken: ({ text, path }) => path !== 'scripts/house-rules.ts' && /\b(TODO|FIXME|XXX|HACK)\b/.test(text),
  },
]

/** One line for each rule that the file breaks. */
export function houseFaults(file: SourceFile): string[] {
  return RULES.filter(({ about, broken }) => about(file.path) && broken(file)).map(
    ({ says }) => `${file.path}: ${says}`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  // Also what is not committed yet, without what is ignored or already deleted.
  const git = (...more: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...more], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean)
  const gone = new Set(git('--deleted'))
  const paths = git('--cached', '--others', '--exclude-standard').filter((path) => !gone.has(path))
  const faults = paths
    .filter((path) => /\.(tsx?|mjs|cjs|sql)$/.test(path))
    .flatMap((path) => houseFaults({ path, text: readFileSync(join(root, path), 'utf8') }))
  console.log(faults.join('\n'))
  process.exitCode = faults.length > 0 ? 1 : 0
}
