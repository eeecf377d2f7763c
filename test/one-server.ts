// Skips on a cluster what is only for one server.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, inject } from 'vitest'
import { ONE_SERVER } from './of-one-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

beforeEach((context) => {
  if (inject('nodes').length < 2) return
  const file = relative(root, context.task.file.filepath)
  const found = ONE_SERVER[file]?.find(([name]) => context.task.name.includes(name))
  if (found) context.skip(found[1])
})
