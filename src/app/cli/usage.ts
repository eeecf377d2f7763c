// How the command line explains itself, and what it guesses when a word is not known.
import { nearest } from '../../kernel/nearest.ts'
import type { Command, Option } from './command.ts'

export const HELP: Option = { help: 'Show this.' }

export function overview(commands: readonly Command[]): string {
  const rows = commands.map((command) => [callOf(command), command.summary] as const)
  return `Usage: millrace <command>

${table(rows)}

Without a command it serves. \`millrace <command> --help\` says more. Settings come from the environment, as for the service;
docs/CONFIGURATION.md lists them. Exit codes: 0 done, 1 failed, 2 called wrongly.
`
}

export function usageOf(command: Command): string {
  const options = Object.entries({ ...command.options, help: HELP }).map(
    ([name, { value, help }]) => [`--${name}${value ? ` <${value}>` : ''}`, help] as const,
  )
  return `Usage: millrace ${callOf(command)}${Object.keys(command.options).length > 0 ? ' [options]' : ''}

${command.summary}${command.help ? `\n\n${command.help}` : ''}

${table(options)}
`
}

export function callOf({ name, args }: Command): string {
  return [name, ...args.map((arg) => `<${arg}>`)].join(' ')
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

/** The known word that was probably meant, or begun, if one is near. */
export function meantBy(word: string, known: readonly string[]): string | undefined {
  return known.find((one) => one.startsWith(word)) ?? nearest(word, known)
}
