import { createFakeClock } from '@mqdeck/testkit'
import { describe, expect, it } from 'vitest'
import type { AlarmDetails } from './alarm.ts'
import type { Measures, PauseMonitor } from './measures.ts'
import { createSystemMonitor, type SystemMonitorSettings } from './system-monitor.ts'

const defaults: SystemMonitorSettings = {
  vm: {
    process_check_interval: 30_000,
    process_high_watermark: 0.8,
    process_low_watermark: 0.6,
    long_gc: 100,
    long_schedule: 240,
    large_heap: 2 ** 25,
    busy_dist_port: true,
    busy_port: true,
  },
  os: {
    cpu_check_interval: 60_000,
    cpu_high_watermark: 0.8,
    cpu_low_watermark: 0.6,
    mem_check_interval: 60_000,
    sysmem_high_watermark: 0.7,
    procmem_high_watermark: 0.05,
  },
  mnesia_tm_mailbox_size_alarm_threshold: 500,
  broker_pool_mailbox_size_alarm_threshold: 500,
}

function setUp() {
  const clock = createFakeClock()
  const active = new Map<string, { readonly details: AlarmDetails; readonly message: string }>()
  const world = { memory: 0.1, cpu: 0.1, files: 0.1, heap: 0.1, delay: 0, gc: 0, watching: 0, fileLimit: 1000 }
  const usage = (share: number, total = 1000) => ({ used: share * total, total })
  const watch = (longest: () => number): PauseMonitor => {
    world.watching += 1
    return {
      longest,
      stop: () => {
        world.watching -= 1
      },
    }
  }
  const measure = (): Measures => ({
    memory: () => usage(world.memory),
    cpu: () => usage(world.cpu),
    openFiles: async () => usage(world.files, world.fileLimit),
    heap: () => usage(world.heap),
    watchEventLoop: () => watch(() => world.delay),
    watchGc: () => watch(() => world.gc),
  })
  const alarms = {
    activate(name: string, details: AlarmDetails, message: string) {
      if (active.has(name)) return false
      active.set(name, { details, message })
      return true
    },
    deactivate: (name: string) => active.delete(name),
  }
  const monitor = createSystemMonitor({ settings: defaults, alarms, clock, measure })
  monitor.start()
  return {
    monitor,
    clock,
    world,
    active,
    /** Advances the clock and waits for pending checks. */
    pass: async (ms: number) => {
      clock.advance(ms)
      await Promise.resolve()
      await Promise.resolve()
      return [...active.keys()]
    },
  }
}

describe('the system monitor', () => {
  it('activates no alarm while all values are within their limits', async () => {
    const { pass } = setUp()
    expect(await pass(600_000)).toEqual([])
  })

  it.each([
    ['high_cpu_usage', 'cpu', '85.00% cpu usage', 60_000],
    ['too_many_open_files', 'files', '85.00% of the file descriptors in use', 30_000],
    ['high_process_memory_usage', 'heap', '85.00% of the heap in use', 30_000],
  ] as const)(
    'activates %s above the high watermark and deactivates it below the low one',
    async (name, what, message, interval) => {
      const { world, pass, active } = setUp()
      world[what] = 0.8
      expect(await pass(interval)).toEqual([])
      world[what] = 0.85
      expect(await pass(interval)).toEqual([name])
      expect(active.get(name)).toEqual({ message, details: { usage: 85, high_watermark: 80, low_watermark: 60 } })
      world[what] = 0.6
      expect(await pass(interval)).toEqual([name])
      world[what] = 0.59
      expect(await pass(interval)).toEqual([])
    },
  )

  it('activates high_system_memory_usage above its watermark and deactivates it five points below', async () => {
    const { world, pass, active } = setUp()
    world.memory = 0.7123
    expect(await pass(60_000)).toEqual(['high_system_memory_usage'])
    expect(active.get('high_system_memory_usage')).toEqual({
      message: '71.23% mem usage',
      details: { usage: 71.23, high_watermark: 70 },
    })
    world.memory = 0.66
    expect(await pass(60_000)).toEqual(['high_system_memory_usage'])
    world.memory = 0.64
    expect(await pass(60_000)).toEqual([])
  })

  it('activates long_schedule and long_gc after a long pause, until an interval has passed without one', async () => {
    const { world, pass, active } = setUp()
    world.delay = 312
    world.gc = 150
    expect(await pass(30_000)).toEqual(['long_schedule', 'long_gc'])
    expect(active.get('long_schedule')).toEqual({
      message: 'The event loop was blocked for 312 ms',
      details: { duration: 312, threshold: 240 },
    })
    world.delay = 240
    world.gc = 0
    expect(await pass(30_000)).toEqual([])
  })

  it('deactivates the alarm of a disabled check', async () => {
    const { world, pass, monitor } = setUp()
    world.memory = 0.9
    world.delay = 500
    expect(await pass(60_000)).toEqual(['long_schedule', 'high_system_memory_usage'])
    monitor.update({
      ...defaults,
      os: { ...defaults.os, mem_check_interval: Number.POSITIVE_INFINITY },
      vm: { ...defaults.vm, long_schedule: Number.POSITIVE_INFINITY },
    })
    expect(await pass(60_000)).toEqual([])
  })

  it('applies new watermarks and intervals immediately', async () => {
    const { world, pass, monitor } = setUp()
    world.cpu = 0.3
    monitor.update({
      ...defaults,
      os: { ...defaults.os, cpu_high_watermark: 0.2, cpu_low_watermark: 0.1, cpu_check_interval: 1000 },
    })
    expect(await pass(1000)).toEqual(['high_cpu_usage'])
  })

  it('activates no alarm for file descriptors without a limit', async () => {
    const { world, pass } = setUp()
    world.fileLimit = 0
    expect(await pass(60_000)).toEqual([])
  })

  it('measures only while it runs', async () => {
    const { world, monitor, clock, pass } = setUp()
    expect(world.watching).toBe(2)
    monitor.update({ ...defaults, vm: { ...defaults.vm, long_gc: Number.POSITIVE_INFINITY } })
    expect(world.watching).toBe(1)
    world.cpu = 1
    monitor.stop()
    expect([world.watching, clock.pending()]).toEqual([0, 0])
    monitor.update(defaults)
    expect(await pass(600_000)).toEqual([])
  })
})
