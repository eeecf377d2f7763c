// A start that cannot go on: one clear sentence for the person at the terminal, with what to do next; no stack is shown for it.

export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** The sentence for a full disk, also used where a program of ours only prints "No space left on device". */
export const diskFull = (path: string): string =>
  `The disk that holds ${path} is full. Free some space, or point DATA_DIR to a disk with room, and start again; nothing was lost.`

/** Turns a file system error met while starting into its sentence; anything else is returned as it came. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(diskFull(path), { cause: error })
    case 'EROFS':
      return new StartError(`${path} is on a read-only disk. Point DATA_DIR to a directory that can be written.`, {
        cause: error,
      })
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `This user may not read and write ${path}. Start as the user who owns it, or point DATA_DIR elsewhere.`,
        { cause: error },
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(`${path} cannot be a directory, a file is in the way. Move it or change DATA_DIR.`, {
        cause: error,
      })
    default:
      return error
  }
}
