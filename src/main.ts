#!/usr/bin/env node
// The program: without a word it serves; with one it is the command line of the same install.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './app/cli.ts'

// Clean up when memory has doubled since the last time, not grown to up to four times it (docs/decisions/0012).
setFlagsFromString('--heap-growing-percent=100')

const here = dirname(fileURLToPath(import.meta.url))
const isBuilt = here.endsWith('dist')
const folders = isBuilt
  ? { migrations: join(here, 'migrations'), web: join(here, 'web'), docs: join(here, 'docs') }
  : { migrations: join(here, 'platform/db/migrations'), web: join(here, '../dist/web'), docs: undefined }
const { stdin, stdout, stderr } = process

const code = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  folders,
  stdin,
  stdout,
  stderr,
})
// By its number alone, so that all that was said still gets out.
if (code !== undefined) process.exitCode = code
