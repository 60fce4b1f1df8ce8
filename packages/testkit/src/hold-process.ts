import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Hold {
  /** Waits until this process runs without interruption. */
  readonly stop: () => Promise<void>
}

/**
 * Interrupts this process for 50 of about 60 milliseconds, again and again for some seconds: as on a machine on which other
 * programs have the processors most of the time.
 */
export async function holdProcess(): Promise<Hold> {
  // Ends with CONT, also if this process ends before.
  const script = `
    trap 'isEnding=1' TERM
    for round in $(seq 100); do
      kill -STOP ${process.pid} || exit
      sleep 0.05
      kill -CONT ${process.pid}
      [ "$round" = 1 ] && echo holding
      [ -n "$isEnding" ] && exit
      sleep 0.01
    done`
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  return {
    async stop() {
      child.kill()
      await exit
    },
  }
}
