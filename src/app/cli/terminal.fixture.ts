// For tests of the command line: a terminal that remembers what was said.
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../cli.ts'

const migrations = fileURLToPath(new URL('../../platform/db/migrations', import.meta.url))

export interface CommandResult {
  code: number | undefined
  out: string
  bytes: Buffer
  err: string
}

export async function runWords(
  words: readonly string[],
  environment: Record<string, string>,
  stdin: Readable = Readable.from([]),
): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  // Read as it comes, else a long output would wait for a reader.
  const chunks: Buffer[] = []
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await runCommandLine([...words], {
    environment: { LOG_LEVEL: 'silent', ...environment },
    folders: { migrations, web: undefined, docs: undefined },
    stdin,
    stdout,
    stderr,
  })
  await new Promise(setImmediate)
  const bytes = Buffer.concat(chunks)
  return { code, out: bytes.toString(), bytes, err: String(stderr.read() ?? '') }
}
