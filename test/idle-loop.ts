// A process that does nothing: how long its loop stands still is how long the machine keeps a process waiting.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('message', () => {
  process.send?.(delay.max)
  delay.reset()
})
process.send?.('ready')
