import { createFakeClock } from '@mqdeck/testkit'
import { describe, expect, it } from 'vitest'
import { createFakeBroker } from '../fake-broker.ts'
import { formatBytes, readMemory } from './memory.ts'
import { createNodeInfo } from './node-info.ts'
import { createSystem } from './system.ts'

const facts = {
  node: 'mqdeck@127.0.0.1',
  version: '5.8.9',
  edition: 'Opensource',
  startedAt: 1_700_000_000_000,
  sysPath: '/opt/mqdeck',
  logPath: '/opt/mqdeck/log',
} as const

describe('node information', () => {
  it('has the fields of the API', () => {
    const clock = createFakeClock(facts.startedAt)
    const source = createFakeBroker()
    source.setStats({ connections: 6, liveConnections: 5, sessions: 6 })
    const cpu = [
      { idle: 0, total: 0 },
      { idle: 300, total: 400 },
      { idle: 300, total: 500 },
    ]
    const info = createNodeInfo({
      facts,
      clock,
      source,
      system: {
        memory: () => ({ total: 25_276_502_016, used: 819_177_718 }),
        cpu: () => cpu.shift() ?? { idle: 1000, total: 1250 },
        load: () => [0.6399, 0.33, 0.4561],
        maxFds: () => 20_000,
        activeResources: () => 83,
        runtime: '20.19.0/11.3.244.8',
      },
    })
    clock.advance(13_450)
    expect(info()).toEqual({
      cluster_sessions: 6,
      connections: 6,
      edition: 'Opensource',
      live_connections: 5,
      load1: 0.64,
      load15: 0.46,
      load5: 0.33,
      log_path: '/opt/mqdeck/log',
      max_fds: 20_000,
      memory_total: '23.54G',
      memory_used: '781.23M',
      node: 'mqdeck@127.0.0.1',
      node_status: 'running',
      os_cpu_load: 25,
      otp_release: '20.19.0/11.3.244.8',
      process_available: 20_000,
      process_used: 83,
      role: 'core',
      sys_path: '/opt/mqdeck',
      uptime: 13_450,
      version: '5.8.9',
    })
    // Immediately afterwards the value is the same.
    expect(info().os_cpu_load).toBe(25)
    clock.advance(5000)
    expect(info().os_cpu_load).toBe(17.65)
  })
})

describe('bytes', () => {
  it.each([
    [0, '0'],
    [1023, '1023'],
    [1024, '1.00K'],
    [5 * 2 ** 20, '5.00M'],
    [2 ** 30, '1.00G'],
    [3 * 2 ** 40, '3072.00G'],
  ])('%d are written as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('this machine', () => {
  it('reports total and used memory', () => {
    const { total, used } = readMemory()
    expect(total).toBeGreaterThan(2 ** 26)
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThanOrEqual(total)
  })

  it('counts active resources of Node', () => {
    const system = createSystem()
    const before = system.activeResources()
    const timer = setTimeout(() => {}, 60_000)
    expect(system.activeResources()).toBe(before + 1)
    clearTimeout(timer)
  })

  it('has a limit of open files', () => {
    expect(createSystem().maxFds()).toBeGreaterThan(0)
  })
})
