import { ApiError, type NewTrace, type Trace } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { createTraceSource } from './trace-source.ts'

const activated = (at: number, payload = '') =>
  `${JSON.stringify({ time: '2026-11-21T07:57:36.5+00:00', msg: 'rule_activated', meta: { rule_trigger_ts: [at], input: { payload } } })}\n`

const gone = () => new ApiError(404, { code: 'NOT_FOUND', message: 'not found' })

/** A cluster whose nodes write files of a trace. */
function cluster(...nodes: readonly string[]) {
  /** By trace and node. */
  const files = new Map<string, Uint8Array>()
  let meanwhile: (() => void) | undefined
  const traces = new Map<string, Pick<Trace, 'name' | 'type' | 'status'>>()
  const created: NewTrace[] = []
  const silentNodes = new Set<string>()
  const reads: string[] = []
  let time = 0
  let atOnce = Number.POSITIVE_INFINITY
  const source = createTraceSource({
    ruleId: 'r/1',
    now: () => time,
    wait: async (ms) => {
      time += ms
    },
    calls: {
      // Only the fields that the source uses.
      list: async () => [...traces.values()] as Trace[],
      create: async (trace) => {
        created.push(trace)
        traces.set(trace.name, { name: trace.name, type: trace.type, status: 'running' })
      },
      files: async (name) => {
        if (!traces.has(name)) throw gone()
        meanwhile?.()
        meanwhile = undefined
        return nodes.map((node) => ({ node, size: files.get(`${name} ${node}`)?.length ?? 0, mtime: 0 }))
      },
      read: async (name, node, position, bytes) => {
        if (silentNodes.has(node)) throw new ApiError(503, { code: 'SERVICE_UNAVAILABLE' })
        reads.push(`${node} ${position}`)
        const file = files.get(`${name} ${node}`) ?? new Uint8Array()
        const part = file.subarray(position, position + Math.min(bytes, atOnce))
        // As in EMQX, a character that is cut in half becomes U+FFFD on both sides.
        return { items: new TextDecoder().decode(part), meta: { position: position + part.length, bytes } }
      },
      remove: async (name) => void traces.delete(name),
    },
  })
  return {
    source,
    traces,
    created,
    silentNodes,
    reads,
    names: () => [...traces.keys()],
    pass: (ms: number) => {
      time += ms
    },
    readOnly: (bytes: number) => {
      atOnce = bytes
    },
    write(node: string, text: string) {
      for (const name of traces.keys()) {
        const before = files.get(`${name} ${node}`) ?? new Uint8Array()
        files.set(`${name} ${node}`, new Uint8Array([...before, ...new TextEncoder().encode(text)]))
      }
    },
    /** Runs `work` with the next request for files. */
    meanwhile: (work: () => void) => {
      meanwhile = work
    },
    triggers: async () => (await source.read(0))?.steps.map(({ triggered_at }) => triggered_at),
  }
}

describe('a trace of a rule as the source of its steps', () => {
  test('is created by the first read, as JSON and without times, because the broker’s clock may differ', async () => {
    const { source, created, names } = cluster('n1')
    expect(await source.read(0)).toMatchObject({ steps: [], isTraced: true })
    expect(created).toHaveLength(1)
    expect(created[0]).toEqual({
      name: expect.stringMatching(/^DEBUG_RULE_r_1_\w+$/),
      type: 'ruleid',
      ruleid: 'r/1',
      payload_encode: 'text',
      formatter: 'json',
    })
    await source.close()
    expect(names()).toEqual([])
  })

  test('is read of every node, each line once, and a half line only when it is whole', async () => {
    const { source, write, triggers, reads } = cluster('n1', 'n2')
    await source.read(0)
    write('n1', activated(1) + activated(2).slice(0, 30))
    write('n2', activated(3))
    expect(await triggers()).toEqual([1, 3])
    expect(await triggers()).toEqual([])
    write('n1', activated(2).slice(30))
    expect(await triggers()).toEqual([2])
    // A node without new data is not requested.
    expect(reads).toHaveLength(3)
  })

  test('keeps characters that are cut in two', async () => {
    const { source, write, readOnly } = cluster('n1')
    await source.read(0)
    const payload = '温度计🌡️€'.repeat(20)
    for (const bytes of [7, 64, 101]) {
      readOnly(bytes)
      write('n1', activated(bytes, payload))
      const { steps = [] } = (await source.read(0)) ?? {}
      expect(steps.map(({ data }) => data)).toEqual([JSON.stringify({ payload })])
    }
  })

  test('passes over what is too much, and says so', async () => {
    const { source, write } = cluster('n1')
    await source.read(0)
    write('n1', activated(1) + activated(2, 'x'.repeat(1_100_000)) + activated(3))
    const answer = await source.read(0)
    expect(answer?.steps.map(({ triggered_at }) => triggered_at)).toEqual([3])
    expect(answer?.isCut).toBe(true)
  })

  test('reports a node that does not answer, and reads it later', async () => {
    const { source, write, silentNodes } = cluster('n1', 'n2')
    await source.read(0)
    silentNodes.add('n2')
    write('n1', activated(1))
    write('n2', activated(2))
    expect(await source.read(0)).toMatchObject({ silentNodes: ['n2'], steps: [{ triggered_at: 1 }] })
    silentNodes.delete('n2')
    expect(await source.read(0)).toMatchObject({ silentNodes: [], steps: [{ triggered_at: 2 }] })
  })

  test('is replaced before it ends, and created again after another user deleted it', async () => {
    const { source, traces, names, write, triggers, pass, meanwhile } = cluster('n1')
    await source.read(0)
    const [first] = names()
    write('n1', activated(1))
    expect(await triggers()).toEqual([1])
    pass(9 * 60_000 + 1)
    write('n1', activated(2))
    // The next trace already exists at this time.
    meanwhile(() => write('n1', activated(3)))
    expect(await triggers()).toEqual([2, 3])
    expect(names()).toHaveLength(1)
    expect(names()[0]).not.toBe(first)
    write('n1', activated(4))
    expect(await triggers()).toEqual([4])
    traces.clear()
    expect(await source.read(0)).toMatchObject({ steps: [], isCut: true })
    await source.read(0)
    expect(names()).toHaveLength(1)
    write('n1', activated(5))
    expect(await triggers()).toEqual([5])
  })

  test('is read before it is deleted if it ended while the tab was hidden', async () => {
    const { source, traces, names, write, triggers, pass } = cluster('n1')
    await source.read(0)
    const [first = ''] = names()
    write('n1', activated(1))
    traces.set(first, { name: first, type: 'ruleid', status: 'stopped' })
    pass(30 * 60_000)
    expect(await triggers()).toEqual([1])
    expect(names()).not.toContain(first)
  })

  test('deletes only debug traces of other pages that have ended', async () => {
    const { source, traces, names } = cluster('n1')
    traces.set('DEBUG_RULE_r1_20260101', { name: 'DEBUG_RULE_r1_20260101', type: 'ruleid', status: 'stopped' })
    traces.set('DEBUG_RULE_r2_1', { name: 'DEBUG_RULE_r2_1', type: 'ruleid', status: 'running' })
    traces.set('mine', { name: 'mine', type: 'ruleid', status: 'stopped' })
    await source.read(0)
    await source.close()
    expect(names()).toEqual(['DEBUG_RULE_r2_1', 'mine'])
  })

  test('is deleted if the source is closed while the trace is created', async () => {
    const { source, names, created } = cluster('n1')
    const reading = source.read(0)
    await source.close()
    await reading
    expect(created.length).toBeLessThan(2)
    expect(names()).toEqual([])
  })
})
