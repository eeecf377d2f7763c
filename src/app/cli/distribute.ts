// The command that turns the database of one server into that of a cluster.
import { distribute } from '../../platform/db/layout/distribute.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { type Command, JSON_OPTION, UsageError } from './command.ts'
import { withInstall } from './install.ts'

const SHARDS = 32
const MOST_SHARDS = 1024

export const distributeCommand: Command = {
  name: 'distribute',
  args: [],
  options: {
    shards: { value: 'number', help: `Into how many parts each table is cut, for good; ${SHARDS} unless told.` },
    json: JSON_OPTION,
  },
  summary: 'Spread the rows of workspaces over the nodes of a Citus cluster; the service must be stopped.',
  help: `DATABASE_URL names the database on the coordinator, as a superuser. It is looked at first, and refused with what is in the
way; one without Citus stays as it is. Make a backup before. A run that was interrupted goes on when it is called again, and a database that
is distributed already is only looked at. docs/SCALING.md tells how a cluster is set up.`,
  async run(call) {
    const shards = Number(call.options.shards ?? SHARDS)
    if (!Number.isInteger(shards) || shards < 1 || shards > MOST_SHARDS)
      throw new UsageError(`--shards is a whole number from 1 to ${MOST_SHARDS}.`)
    const migrations = readMigrations(call.folders.migrations)
    const layout = await withInstall(call, ({ connection }) =>
      distribute(connection, { migrations, shards, tell: call.tell }),
    )
    if (call.options.json) call.say(JSON.stringify(layout))
    else
      call.say(
        `${layout.distributed} tables are distributed over ${layout.workers} nodes in ${layout.shards} shards each. Start the service.`,
      )
    return 0
  },
}
