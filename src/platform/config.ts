// Reads the settings from the environment; the only place that looks at it.
import { SETTINGS, type Setting, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** All settings, or a {@link StartError} that names every wrong one at once. Blank counts as unset. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const text = environment[setting.name]?.trim()
    try {
      values[key] = setting.read(text === '' ? undefined : text)
    } catch (error) {
      problems.push(`  ${setting.name} ${(error as Error).message}; it is ${shown(setting.name, text)}`)
    }
  }
  if (environment.MASTER_KEY?.trim() && environment.MASTER_KEY_FILE?.trim())
    problems.push('  MASTER_KEY and MASTER_KEY_FILE are both set; keep one')
  if (environment.DATABASE_POOLER_URL?.trim() && !environment.DATABASE_URL?.trim())
    problems.push('  DATABASE_POOLER_URL needs DATABASE_URL, the address of the same database without the pooler')
  if (problems.length > 0)
    throw new StartError(
      `${problems.length === 1 ? 'One setting is' : `${problems.length} settings are`} wrong:\n${problems.join('\n')}`,
    )
  return values as Settings
}

function shown(name: string, text: string | undefined): string {
  return /PASSWORD|KEY|^DATABASE_(POOLER_)?URL/.test(name) ? 'not shown' : JSON.stringify(text)
}
