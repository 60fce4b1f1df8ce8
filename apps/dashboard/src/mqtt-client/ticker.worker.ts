// Timers of a hidden tab wake once a minute; those of a worker keep their time. One message in, one for each turn out.
const timers = new Map<number, ReturnType<typeof setInterval>>()

self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly every?: number }>) => {
  clearInterval(timers.get(data.id))
  timers.delete(data.id)
  if (data.every !== undefined)
    timers.set(
      data.id,
      setInterval(() => self.postMessage(data.id), data.every),
    )
})
