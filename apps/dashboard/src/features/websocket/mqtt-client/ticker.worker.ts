// Timers of a hidden tab run only once a minute, timers of a worker keep their interval. Posts a message for each tick.
const timers = new Map<number, ReturnType<typeof setInterval>>()

self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly intervalMs?: number }>) => {
  clearInterval(timers.get(data.id))
  timers.delete(data.id)
  if (data.intervalMs !== undefined)
    timers.set(
      data.id,
      setInterval(() => self.postMessage(data.id), data.intervalMs),
    )
})
