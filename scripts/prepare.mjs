// Installs and builds what is missing or stale, and nothing else: what `npm start` and `npm test` begin with. Needs nothing but Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The built server. */
export const server = join(root, 'dist', 'server.mjs')
const installStamp = join(root, 'node_modules', '.millrace-lock')
const buildStamp = join(root, 'dist', '.stamp')

/**
 * After it the packages are those of the lockfile and the build is that of the sources; otherwise it ends the process with a sentence.
 * To build and to serve takes the `dependencies` of package.json; the tools of tests and checks are its `devDependencies`.
 */
export async function prepare({ tools = false, built = true } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(
      `Millrace needs Node 20.19 or newer, and this is Node ${process.versions.node}. Get a newer one at https://nodejs.org.`,
    )
  }
  if (isStampOld(tools) || (built && isBuildStale())) await alone(() => bringUpToDate(tools, built))
}

/** Installing says so in its stamp, so that a start need not compare every package. */
const stampOf = (tools) => `${lockHash()}${tools ? ' with tools' : ''}`

const isStampOld = (tools) => ![stampOf(tools), stampOf(true)].includes(read(installStamp))

const isBuildStale = () => read(buildStamp) !== sourceHash() || !existsSync(server)

async function bringUpToDate(tools, built) {
  if (isStampOld(tools)) {
    // Who has the tools keeps them when the lockfile changes.
    const wanted = tools || hasTools()
    if (!isInstalled(wanted)) await install(wanted)
    note(installStamp, stampOf(wanted))
  }
  if (!built || !isBuildStale()) return
  await build()
  // Taken after the build, which may write generated sources.
  note(buildStamp, sourceHash())
}

async function install(tools) {
  rmSync(installStamp, { force: true })
  const kinds = tools
    ? ['dev', 'peer'].map((kind) => `--include=${kind}`)
    : ['dev', 'peer'].map((kind) => `--omit=${kind}`)
  const flags = [...kinds, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const label = 'Packages'
  // Beside what is there, which a running server may be using; `npm ci` would begin by deleting it.
  if (tools && isInstalled(false)) {
    const begun = 'Installing the tools of tests and checks that package-lock.json names. This happens once.'
    await showStep({ label, begun }, () => npm(['install', '--no-save', ...flags]))
    if (isInstalled(true)) return
  }
  const ran = await showStep({ label, begun: 'Installing what package-lock.json names. This happens once.' }, () =>
    npm(['ci', ...flags]),
  )
  if (ran.status === 0) return
  tell(ran)
  giveUp('The packages could not be installed (see above). Check the connection to the npm registry and start again.')
}

async function build() {
  rmSync(buildStamp, { force: true })
  const ran = await showStep({ label: 'Build', begun: 'Building the server and the web app.' }, () =>
    npm(['run', 'build']),
  )
  if (ran.status === 0 && existsSync(server)) return
  tell(ran)
  giveUp('The build failed (see above).')
}

/** In a terminal a line with the seconds as they pass, which stays with the time it took; elsewhere one sentence at its beginning. */
async function showStep({ label, begun }, work) {
  if (!process.stderr.isTTY) {
    say(begun)
    return work()
  }
  const started = performance.now()
  const show = (end) =>
    process.stderr.write(`\r\x1b[K  ${label.padEnd(11)}${Math.round((performance.now() - started) / 1000)} s${end}`)
  show(' …')
  const timer = setInterval(() => show(' …'), 1000)
  const ran = await work()
  clearInterval(timer)
  show(ran.status === 0 ? '\n' : ' failed\n')
  return ran
}

/** Runs npm, the one that runs us if there is one, and keeps what it says for the case of a failure. */
function npm(args) {
  const own = process.env.npm_execpath
  const shell = !own && process.platform === 'win32'
  const [file, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  return new Promise((resolve) => {
    const child = spawn(file, [...first, ...args], { cwd: root, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const add = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', (error) => {
      if (error.code === 'ENOENT') giveUp('npm was not found. It comes with Node; install it and start again.')
      resolve({ status: 1, output: `${output}${error.message}\n` })
    })
    child.on('close', (status, signal) => {
      if (signal) process.exit(130)
      resolve({ status, output })
    })
  })
}

function tell({ output }) {
  process.stderr.write(output)
}

/** True when exactly what the lockfile names is installed, by us or with npm itself. */
function isInstalled(tools) {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const present = readInstalled()
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '' || (!tools && (entry.dev || entry.peer))) return true
      const found = present[path]
      // npm leaves out what is for other systems.
      if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer)
      return found.version === entry.version && existsSync(join(root, path))
    })
  } catch {
    return false
  }
}

function hasTools() {
  try {
    return Object.values(readInstalled()).some(({ dev }) => dev)
  } catch {
    return false
  }
}

/** What npm says that it installed, by path. */
function readInstalled() {
  return JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
}

function lockHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  return hash.update(read(join(root, 'package-lock.json'))).digest('hex')
}

/** Over the contents of everything a build can depend on, tests left out; about 50 ms. */
function sourceHash() {
  const hash = createHash('sha256')
  const add = (path) => {
    const name = relative(root, path)
    if (/\.test\.tsx?$/.test(name)) return
    const content = readFileSync(path)
    hash.update(`${name} ${content.length}\n`).update(content)
  }
  const walk = (dir) => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue
      const path = join(dir, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) add(path)
    }
  }
  for (const name of ['src', 'web', 'sdk', 'docs', 'scripts']) if (existsSync(join(root, name))) walk(join(root, name))
  for (const name of readdirSync(root).sort()) {
    if (/^(package(-lock)?|openapi|tsconfig.*)\.json$|\.config\.[cm]?[jt]s$/.test(name)) add(join(root, name))
  }
  return hash.digest('hex')
}

/** Two starts of one checkout must not install into each other: the second waits, then looks again. */
async function alone(work) {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const guard = join(tmpdir(), `millrace-start-${process.getuid?.() ?? ''}-${key}`)
  const mine = String(process.pid)
  for (let waited = false; !take(guard, mine); waited = true) {
    if (!waited) say('Another start of this checkout is installing or building; waiting for it.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const leave = () => read(guard) === mine && rmSync(guard, { force: true })
  process.once('exit', leave)
  await work()
  process.off('exit', leave)
  leave()
}

/** The guard appears with its content in one step; that of a killed start is taken away. */
function take(guard, mine) {
  const fresh = `${guard}.${mine}`
  try {
    writeFileSync(fresh, mine, { mode: 0o600 })
    linkSync(fresh, guard)
    return true
  } catch (error) {
    // Without a place for the guard we go on unguarded.
    if (error.code !== 'EEXIST') return true
  } finally {
    rmSync(fresh, { force: true })
  }
  const holder = read(guard)
  if (holder && !isAlive(Number(holder))) rmSync(guard, { force: true })
  return false
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function note(path, text) {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch {
    // A read-only checkout is looked at again next time.
  }
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}
