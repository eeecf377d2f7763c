// The command that looks at everything an install needs and says what to do where something is not right.
import { readSettings } from '../../platform/config.ts'
import type { Settings } from '../../platform/settings.ts'
import { type Command, type CommandCall, JSON_OPTION } from './command.ts'
import { database } from './doctor.database.ts'
import { dataDirectory, nodeVersion, outgoing, port, publicUrl } from './doctor.machine.ts'
import { sentenceOf } from './explain.ts'
import { type DoctorCheck, fail, lineOf, ok } from './finding.ts'
import { withInstall } from './install.ts'

const NETWORK_MS = 5_000

export const doctor: Command = {
  name: 'doctor',
  args: [],
  options: { offline: { help: 'Leave out what asks other machines than the database.' }, json: JSON_OPTION },
  summary: 'Look at everything the service needs, and say what to do.',
  help: `It changes nothing; an embedded database that is stopped is started for as long as it takes. A warning is about something
that works less well, a failure about something that keeps the service from working: then the exit code is 1.`,
  async run(call) {
    const findings = await examine(call)
    const failed = findings.filter(({ state }) => state === 'fail').length
    if (call.options.json) call.say(JSON.stringify({ ok: failed === 0, findings }))
    else for (const finding of findings) call.say(lineOf(finding))
    return failed === 0 ? 0 : 1
  },
}

async function examine(call: CommandCall): Promise<DoctorCheck[]> {
  let settings: Settings
  try {
    settings = readSettings(call.environment)
  } catch (error) {
    return [nodeVersion(), fail('settings', 'some are wrong', sentenceOf(error))]
  }
  return [
    nodeVersion(),
    ok('settings', 'all can be read'),
    ...(await dataDirectory(settings.data_dir)),
    ...(await withInstall(call, (install) => database(install, call.folders.migrations)).catch((error) => [
      fail('database', 'it cannot be used', sentenceOf(error)),
    ])),
    await port(settings),
    ...(call.options.offline ? [] : [await publicUrl(settings, NETWORK_MS), ...(await outgoing(settings, NETWORK_MS))]),
  ]
}
