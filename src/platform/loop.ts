// Loops of worker processes: work while there is some, then wait for a wake or a while.

export interface Pause {
  /** Waits `ms`, or until a wake; not at all after a wake since the last wait ended. */
  wait(ms: number): Promise<void>
  wake(): void
}

export function createPause(): Pause {
  let isWoken = false
  let wakeUp: () => void = () => {}
  return {
    async wait(ms) {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isWoken = false
    },
    wake() {
      isWoken = true
      wakeUp()
    },
  }
}

export interface Loop {
  wake(): void
  /** Begins no further step and waits for the one under way. */
  close(): Promise<void>
}

/**
 * Repeats `step` at once while it returns true, else after a wake or `idleMs`, or the fewer milliseconds that it returns. After an error, which
 * `failed` is told, it waits as long.
 */
export function startLoop(
  idleMs: number,
  step: () => Promise<boolean | number>,
  failed: (error: unknown) => void,
): Loop {
  const pause = createPause()
  let isClosed = false
  async function run(): Promise<void> {
    while (!isClosed) {
      let rest = idleMs
      try {
        const more = await step()
        if (more === true) continue
        if (more !== false) rest = Math.min(more, idleMs)
      } catch (error) {
        if (!isClosed) failed(error)
      }
      if (!isClosed) await pause.wait(rest)
    }
  }
  const running = run()
  return {
    wake: pause.wake,
    async close() {
      isClosed = true
      pause.wake()
      await running
    },
  }
}
