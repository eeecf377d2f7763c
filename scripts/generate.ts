// What `npm run generate` runs: writes the files that come from the code. With --check it only says which are stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kindLists } from './kind-lists.ts'

const onlyCheck = process.argv.includes('--check')
const place = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

async function settle(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const present = await readFile(place(path), 'utf8').catch(() => '')
    // Git may check files out with other line ends.
    if (present.replaceAll('\r\n', '\n') === content) continue
    if (onlyCheck) {
      console.log(`${path} is stale: run \`npm run generate\``)
      process.exitCode = 1
      continue
    }
    await mkdir(dirname(place(path)), { recursive: true })
    await writeFile(place(path), content)
    console.log(`wrote ${path}`)
  }
}

// The code that the others come from imports the lists, so these are written before it is loaded.
await settle(kindLists())
const { generatedFiles } = await import('./generated.ts')
await settle(await generatedFiles())
