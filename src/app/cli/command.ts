// What a command of the command line is: its name, what it takes, how it is explained, and what it does.
import type { Readable, Writable } from 'node:stream'
import type { ServiceParts } from '../start.ts'

/** What the program was started with, so that tests can stand in for a terminal. */
export interface Surroundings {
  environment: Record<string, string | undefined>
  folders: ServiceParts['folders']
  stdin: Readable
  stdout: Writable
  stderr: Writable
}

export interface Option {
  /** What stands for the value in the help; without it the option is a switch. */
  value?: string
  help: string
}

export type CommandArguments = Record<string, string | boolean | undefined>

export interface CommandCall extends Surroundings {
  args: string[]
  options: CommandArguments
  /** A line for people or programs who asked for it. */
  say(line?: string): void
  /** A line about what goes on, which is not the answer. */
  tell(line: string): void
}

export interface Command {
  /** One word, or two such as `user create`. */
  name: string
  /** Names of the arguments, all needed. */
  args: readonly string[]
  options: Record<string, Option>
  /** One line, shown in the list of commands. */
  summary: string
  /** More, shown by `--help`. */
  help?: string
  /** Returns the exit code; 0 unless told. */
  run(call: CommandCall): Promise<number | undefined>
}

export const JSON_OPTION: Option = { help: 'Answer as JSON, for programs.' }

/** A call that makes no sense: exit code 2, with a word on how to call it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
