// Gives one thing, such as a budget, to several workspaces one after another, and collects the result of each.
import { asProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'

type Workspace = Schemas['WorkspaceOverview']

export interface GivenResult {
  workspace: Workspace
  /** Why it was refused there; absent where it was done. */
  refused?: string
}

interface Giving {
  /** The results of an earlier try. Workspaces that succeeded are not given it again. */
  before?: readonly GivenResult[]
  /** Stops before the next workspace. */
  signal: AbortSignal
  onProgress: (results: readonly GivenResult[]) => void
}

/** In order, so that a stop leaves a known rest. A refusal in one workspace holds up no other. */
export async function giveToAll(
  workspaces: readonly Workspace[],
  give: (workspaceId: string) => Promise<unknown>,
  { before = [], signal, onProgress }: Giving,
): Promise<void> {
  const results = before.filter(({ refused }) => refused === undefined)
  onProgress([...results])
  for (const workspace of restOf(workspaces, results)) {
    if (signal.aborted) return
    try {
      await give(workspace.id)
      results.push({ workspace })
    } catch (error) {
      results.push({ workspace, refused: asProblem(error).message })
    }
    onProgress([...results])
  }
}

/** The workspaces without a result yet. */
export const restOf = (workspaces: readonly Workspace[], results: readonly GivenResult[]): Workspace[] =>
  workspaces.filter(({ id }) => results.every(({ workspace }) => workspace.id !== id))
