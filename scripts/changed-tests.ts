// Which tests stand nearest to a change: those of the folders it touches since main, for `npm run test:quick`.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

const TEST = /\.test\.tsx?$/
/** What every operation promises is walked through when what an operation takes or answers may have changed. */
const SPEAKS = /\.(routes|schema)\.ts$/
export const LAWS = 'src/app/laws.test.ts'
/** A folder this deep is one concern, together with what lies in it: `src/records/imports`, `web/src/features/leads`. */
const CONCERN = { src: 3, web: 4 } as const

/** The tests beside the changed files: in the same folder, below it when that is one concern, else in the nearest folder above. */
export function testsNear(changed: readonly string[], tests: readonly string[]): string[] {
  const near = new Set<string>()
  for (const file of changed) {
    if (TEST.test(file)) for (const test of tests.filter((one) => one === file)) near.add(test)
    else if (/^(src|web\/src|scripts|e2e)\//.test(file)) for (const test of beside(dirname(file), tests)) near.add(test)
    if (SPEAKS.test(file)) near.add(LAWS)
  }
  return [...near].sort()
}

function beside(folder: string, tests: readonly string[]): string[] {
  const depth = CONCERN[folder.split('/')[0] as keyof typeof CONCERN] ?? 1
  for (let at = folder; at !== '.'; at = dirname(at)) {
    const isConcern = at.split('/').length >= depth
    const found = tests.filter((test) => dirname(test) === at || (isConcern && test.startsWith(`${at}/`)))
    if (found.length > 0) return found
  }
  return []
}

/** Files that differ from where this branch left `main`, committed or not, and all tests there are. */
export function readChange(root: string): { changed: string[]; tests: string[] } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base = 'HEAD'] = mainOf(git)
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return {
    changed,
    tests: git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => TEST.test(file)),
  }
}

function mainOf(git: (...args: string[]) => string[]): string[] {
  for (const name of ['main', 'origin/main']) {
    try {
      return git('merge-base', name, 'HEAD')
    } catch {
      // A clone need not have it.
    }
  }
  return []
}
