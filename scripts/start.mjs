// What `npm start` runs: installs and builds only what is missing or stale, then becomes the server. Needs nothing but Node.
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepare, server } from './prepare.mjs'

await prepare()

// In this very process: signals, exit code and memory are the server's own.
module.enableCompileCache?.(join(fileURLToPath(new URL('..', import.meta.url)), 'node_modules', '.cache', 'millrace'))
await import(pathToFileURL(server).href)
