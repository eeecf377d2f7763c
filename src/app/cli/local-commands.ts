// The commands that work on the install whose settings the environment has.
import { backupCommand, restoreCommand } from './backup.ts'
import type { Command } from './command.ts'
import { distributeCommand } from './distribute.ts'
import { doctor } from './doctor.ts'
import { erasuresCommand } from './erasures.ts'
import { finish, rotate } from './secrets.ts'
import { serve } from './serve.ts'
import { userCommands } from './user.ts'

export const LOCAL: readonly Command[] = [
  serve,
  doctor,
  ...userCommands,
  backupCommand,
  restoreCommand,
  erasuresCommand,
  distributeCommand,
  rotate,
  finish,
]
