import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { functionsByName } from '../functions/index.ts'
import { createEnvironment, evaluate } from '../functions/test-environment.ts'
import { createJqThreads, type JqThreads } from './jq-threads.ts'

const threads = createJqThreads({ most: 1 })
const jq = { run: (...call: RunArguments) => threads.run('r', ...call), close: threads.close }
afterAll(() => jq.close())

type RunArguments = [program: string, json: string, timeout?: number]

const endless = 'def f: f; f'

describe('jq', () => {
  test('returns every output as JSON, with exact large integers', async () => {
    expect(await jq.run('.[]', '[1, "a\\nb", 12345678901234567891]')).toEqual(['1', '"a\\nb"', '12345678901234567891'])
    expect(await jq.run('empty', '1')).toEqual([])
    expect(await jq.run('-1', 'null')).toEqual(['-1'])
  })

  test('reports the error of jq for an invalid program, input or value', async () => {
    await expect(jq.run('.[', '1')).rejects.toThrow('syntax error')
    await expect(jq.run('.', 'no JSON')).rejects.toThrow('parse error')
    await expect(jq.run('1, error("boom")', '1')).rejects.toThrow('boom')
  })

  test('is stopped when it takes too long, and queued programs run in a new thread', async () => {
    const hanging = jq.run(endless, '1', 50)
    const next = jq.run('. + 1', '1')
    await expect(hanging).rejects.toThrow('the program took longer than 50 ms')
    expect(await next).toEqual(['2'])
  })

  test('leaves a thread to other rules, and pauses a program that exceeds its limit three times in a row', async () => {
    const changes: unknown[] = []
    const two = createJqThreads({
      most: 2,
      onPause: (owner, { program, timeout }) => changes.push([owner, program, timeout]),
      onRecovery: (owner) => changes.push([owner]),
    })
    const failures = Promise.allSettled(Array.from({ length: 6 }, () => two.run('bad', endless, '1', 50)))
    expect(await two.run('good', '. + 1', '1')).toEqual(['2'])
    const reasons = (await failures).map((one) => (one.status === 'rejected' ? String(one.reason.message) : ''))
    expect(reasons.filter((reason) => reason.includes('longer than'))).toHaveLength(3)
    expect(reasons.filter((reason) => reason.includes('paused'))).toHaveLength(3)
    await expect(two.run('bad', endless, '1')).rejects.toThrow('the program is paused')
    expect(await two.run('bad', '.', '1')).toEqual(['1'])
    expect(two.pauseOf('bad')).toMatchObject({ program: endless, timeout: 50 })
    expect(two.pauseOf('good')).toBeUndefined()
    expect(changes).toEqual([['bad', endless, 50]])
    two.forget('bad')
    expect(changes).toEqual([['bad', endless, 50], ['bad']])
    expect(two.pauseOf('bad')).toBeUndefined()
    await expect(two.run('bad', endless, '1', 50)).rejects.toThrow('longer than')
    await two.close()
  })

  test('recovers when the program ends in time after its pause', async () => {
    const changes: string[] = []
    const short = createJqThreads({
      most: 1,
      pause: 1,
      onPause: (owner) => changes.push(`${owner} paused`),
      onRecovery: (owner) => changes.push(`${owner} recovered`),
    })
    const untilTrue = 'if . then 1 else def f: f; f end'
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(short.run('r', untilTrue, 'false', 50)).rejects.toThrow('longer than')
    const { until = 0 } = short.pauseOf('r') ?? {}
    await vi.waitUntil(() => Date.now() > until)
    expect(short.pauseOf('r')).toBeUndefined()
    expect(await short.run('r', untilTrue, 'true')).toEqual(['1'])
    expect(changes).toEqual(['r paused', 'r recovered'])
    await short.close()
  })

  test('runs a rule that kept its limits while endless programs of several other rules use all their time', async () => {
    const three = createJqThreads()
    expect(await three.run('good', '. + 1', '1')).toEqual(['2'])
    const rules = ['a', 'b', 'c', 'd']
    const firstAttempts = rules.map((rule) => three.run(rule, endless, '1', 3_600_000))
    const secondAttempts = rules.map((rule) => three.run(rule, `${endless} | .`, '1', 3_600_000))
    const failures = Promise.allSettled([...firstAttempts, ...secondAttempts])
    expect(await three.run('good', '. + 1', '2')).toEqual(['3'])
    await three.close()
    expect((await failures).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('runs a new rule while programs that exceeded their limit before run endlessly', async () => {
    const three = createJqThreads()
    const rules = ['a', 'b', 'c']
    await Promise.allSettled(rules.map((rule) => three.run(rule, endless, '1', 50)))
    const failures = Promise.allSettled(rules.map((rule) => three.run(rule, endless, '1', 3_600_000)))
    expect(await three.run('new', '. + 1', '1')).toEqual(['2'])
    await three.close()
    await failures
  })

  test('runs a new rule before the first timeouts of endless programs of as many other rules as there are threads', async () => {
    const three = createJqThreads()
    const rules = ['a', 'b', 'c', 'd']
    const failures = Promise.allSettled(
      rules.flatMap((rule) => Array.from({ length: 30 }, () => three.run(rule, endless, '1', 3_600_000))),
    )
    expect(await three.run('new', '. + 1', '1')).toEqual(['2'])
    expect(await three.run('new', '. + 1', '2')).toEqual(['3'])
    await three.close()
    expect((await failures).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('an interrupted program that is only slow still gives its result', async () => {
    const one = createJqThreads({ most: 1 })
    const slow = one.run('slow', '[range(3000000)] | length', '1')
    expect(await one.run('good', '. + 1', '1')).toEqual(['2'])
    expect(await slow).toEqual(['3000000'])
    await one.close()
  })

  test('survives a program that uses all memory', async () => {
    await expect(jq.run('def f: [f]; f', '1')).rejects.toThrow('the program crashed jq')
    expect(await jq.run('.', '2')).toEqual(['2'])
  })

  test('processes a large document', async () => {
    const numbers = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index))
    expect(await jq.run('.', numbers)).toEqual([numbers])
  })

  test('rejects a program when too many are queued', async () => {
    const small = createJqThreads({ most: 1, maxQueueLength: 1 })
    const running = small.run('r', '1', '1')
    const waiting = small.run('r', '2', '1')
    await expect(small.run('r', '3', '1')).rejects.toThrow('too many programs are waiting')
    expect(await Promise.all([running, waiting])).toEqual([['1'], ['2']])
    await small.close()
  })

  test('rejects a program when the queued documents are too large', async () => {
    const small = createJqThreads({ most: 1, maxQueueBytes: 10 })
    const running = small.run('r', '1', '1')
    const waiting = [small.run('r', '2', '"12345"'), small.run('other', '3', '1')]
    await expect(small.run('r', '4', '1')).rejects.toThrow('too many programs are waiting')
    expect(await Promise.all([running, ...waiting])).toEqual([['1'], ['2'], ['3']])
    expect(await small.run('r', '4', '1')).toEqual(['4'])
    await small.close()
  })

  test('keeps room in the queue for other rules when one rule floods it', async () => {
    const small = createJqThreads({ maxQueueLength: 10 })
    expect(await small.run('good', '.', '1')).toEqual(['1'])
    const flood = Promise.allSettled(Array.from({ length: 20 }, () => small.run('bad', endless, '1', 3_600_000)))
    expect(await small.run('good', '.', '2')).toEqual(['2'])
    await small.close()
    const refused = (await flood).map((one) => (one.status === 'rejected' ? String(one.reason.message) : ''))
    expect(refused.filter((reason) => reason.includes('too many'))).toHaveLength(13)
  })

  test('rejects running, queued and later programs when it is closed', async () => {
    const closing = createJqThreads({ most: 1 })
    const failures = Promise.allSettled([closing.run('r', endless, '1'), closing.run('r', '.', '1')])
    await closing.close()
    expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(closing.run('r', '.', '1')).rejects.toThrow('the server is stopping')
  })

  test('runs from the built server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jq-'))
    const root = new URL('../../../../', import.meta.url)
    const { bundle } = await builder(new URL('tools/build.mjs', root))
    await symlink(new URL('node_modules', root).pathname, join(folder, 'node_modules'))
    await bundle('packages/rules/src/jq/jq-threads.ts', join(folder, 'main.mjs'))
    await bundle('packages/rules/src/jq/thread.ts', join(folder, 'jq-thread.js'))
    const built: { readonly createJqThreads: () => JqThreads } = await import(
      pathToFileURL(join(folder, 'main.mjs')).href
    )
    const builtThreads = built.createJqThreads()
    expect(await builtThreads.run('r', '.a', '{"a": 1}')).toEqual(['1'])
    await builtThreads.close()
    await rm(folder, { recursive: true })
  })

  describe('as a function of rule SQL', () => {
    const environment = createEnvironment(jq.run)

    test.each(functionsByName.get('jq')?.examples ?? [])('$expression', async ({ expression, is }) => {
      expect(await evaluate(expression, environment)).toEqual(is)
    })

    test('reports the error to the rule', async () => {
      await expect(evaluate(`jq('.a', '[1]')`, environment)).rejects.toThrow('jq: error: Cannot index array with')
      await expect(evaluate(`jq('${endless}', '1', 50)`, environment)).rejects.toThrow(
        'jq: the program took longer than 50 ms',
      )
      await expect(evaluate(`jq('.', '1', -1)`, environment)).rejects.toThrow(
        'jq: timeout must be an integer from 0 to 3600000',
      )
    })
  })
})

interface Builder {
  readonly bundle: (entry: string, outfile: string) => Promise<void>
}

// The build script is JavaScript without types.
const builder = async (url: URL): Promise<Builder> => await import(url.href)
