// The steps of a journey stand on each other: after one that failed the others of its file are left out, so that it is told once.
import { afterEach, beforeEach } from 'vitest'

let failed: string | undefined

beforeEach(({ skip }) => skip(failed !== undefined, `the step before it failed: ${failed}`))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed ??= task.name
})
