import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { functionsByName } from '../functions/index.ts'
import { createWorld, evaluate } from '../functions/test-world.ts'
import { createJqThreads, type JqThreads } from './jq-threads.ts'

const jq = createJqThreads(1)
afterAll(() => jq.close())

const endless = 'def f: f; f'

describe('jq', () => {
  test('answers every output as JSON, with large integers exact', async () => {
    expect(await jq.run('.[]', '[1, "a\\nb", 12345678901234567891]')).toEqual(['1', '"a\\nb"', '12345678901234567891'])
    expect(await jq.run('empty', '1')).toEqual([])
    expect(await jq.run('-1', 'null')).toEqual(['-1'])
  })

  test('says in its own words what is wrong with a program, an input or a value', async () => {
    await expect(jq.run('.[', '1')).rejects.toThrow('syntax error')
    await expect(jq.run('.', 'no JSON')).rejects.toThrow('parse error')
    await expect(jq.run('1, error("boom")', '1')).rejects.toThrow('boom')
  })

  test('is stopped when it takes too long, and what waits behind it runs in a new thread', async () => {
    const hanging = jq.run(endless, '1', 50)
    const next = jq.run('. + 1', '1')
    await expect(hanging).rejects.toThrow('the program took longer than 50 ms')
    expect(await next).toEqual(['2'])
  })

  test('leaves a thread to other programs, and pauses one that takes too long three times in a row', async () => {
    const paused: string[] = []
    const two = createJqThreads(2, undefined, undefined, (program) => paused.push(program))
    const hanging = Array.from({ length: 6 }, () => two.run(endless, '1', 50))
    const failures = Promise.allSettled(hanging)
    expect(await two.run('. + 1', '1')).toEqual(['2'])
    const reasons = (await failures).map((one) => (one.status === 'rejected' ? String(one.reason.message) : ''))
    expect(reasons.filter((reason) => reason.includes('longer than'))).toHaveLength(3)
    expect(reasons.filter((reason) => reason.includes('paused'))).toHaveLength(3)
    await expect(two.run(endless, '1')).rejects.toThrow('the program is paused')
    expect(paused).toEqual([endless])
    await two.close()
  })

  test('survives a program that uses all memory there is', async () => {
    await expect(jq.run('def f: [f]; f', '1')).rejects.toThrow('the program brought jq down')
    expect(await jq.run('.', '2')).toEqual(['2'])
  })

  test('holds a large document without effort', async () => {
    const numbers = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index))
    expect(await jq.run('.', numbers)).toEqual([numbers])
  })

  test('refuses what would wait behind too many', async () => {
    const small = createJqThreads(1, 1)
    const running = small.run('1', '1')
    const waiting = small.run('2', '1')
    await expect(small.run('3', '1')).rejects.toThrow('too many programs are waiting')
    expect(await Promise.all([running, waiting])).toEqual([['1'], ['2']])
    await small.close()
  })

  test('refuses what would wait with too much', async () => {
    const small = createJqThreads(1, 10, 10)
    const running = small.run('1', '1')
    const waiting = [small.run('2', '"12345"'), small.run('3', '1')]
    await expect(small.run('4', '1')).rejects.toThrow('too many programs are waiting')
    expect(await Promise.all([running, ...waiting])).toEqual([['1'], ['2'], ['3']])
    expect(await small.run('4', '1')).toEqual(['4'])
    await small.close()
  })

  test('fails what runs and what waits when it is closed, and everything after', async () => {
    const closing = createJqThreads(1)
    const failures = Promise.allSettled([closing.run(endless, '1'), closing.run('.', '1')])
    await closing.close()
    expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(closing.run('.', '1')).rejects.toThrow('the server is stopping')
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
    const threads = built.createJqThreads()
    expect(await threads.run('.a', '{"a": 1}')).toEqual(['1'])
    await threads.close()
    await rm(folder, { recursive: true })
  })

  describe('as a function of rule SQL', () => {
    const world = createWorld(jq.run)

    test.each(functionsByName.get('jq')?.examples ?? [])('$expression', async ({ expression, is }) => {
      expect(await evaluate(expression, world)).toEqual(is)
    })

    test('tells a rule what went wrong', async () => {
      await expect(evaluate(`jq('.a', '[1]')`, world)).rejects.toThrow('jq: error: Cannot index array with')
      await expect(evaluate(`jq('${endless}', '1', 50)`, world)).rejects.toThrow(
        'jq: the program took longer than 50 ms',
      )
      await expect(evaluate(`jq('.', '1', -1)`, world)).rejects.toThrow('jq: timeout must be from 0 to 3600000')
    })
  })
})

interface Builder {
  readonly bundle: (entry: string, outfile: string) => Promise<void>
}

// A plain script without types.
const builder = async (url: URL): Promise<Builder> => await import(url.href)
