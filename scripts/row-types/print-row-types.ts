// Prints the row types of all statements of the service as JSON, for the plugin of the tests.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { collectRowTypes } from './collect-row-types.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const service = join(root, 'src/')
const isProduct = (file: string) => file.startsWith(service) && !file.endsWith('.test.ts')

const config = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.json'),
  { incremental: false, tsBuildInfoFile: undefined },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  },
)
if (!config) throw new Error('tsconfig.json cannot be read')
const program = ts.createProgram(config.fileNames.filter(isProduct), config.options)
process.stdout.write(JSON.stringify(collectRowTypes(program, isProduct)))
