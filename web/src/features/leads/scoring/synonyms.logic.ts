// Groups of names as lines of text, one group a line, and back.

export interface Group {
  names: string[]
}

export const textOf = (groups: readonly Group[]) => groups.map(({ names }) => names.join(', ')).join('\n')

/** Lines without a comma name nothing that means the same; they are told by number, from 1. */
export function groupsOf(text: string): { groups: Group[]; alone: number[] } {
  const groups: Group[] = []
  const alone: number[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const names = line
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (names.length > 1) groups.push({ names })
    else if (names.length === 1) alone.push(at + 1)
  }
  return { groups, alone }
}
