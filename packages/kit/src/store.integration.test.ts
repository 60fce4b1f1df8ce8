import { createTempFolder, type RunningProcess, startProcess, startTimeoutMs, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

let folder: TempFolder
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

/**
 * Starts another process with `store` opened in the same folder. Its files cannot grow beyond `blocks` of 1024 bytes.
 */
function startWriter(script: string, blocks: number | 'unlimited' = 'unlimited'): RunningProcess {
  const source = `
    import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)}
    const store = openStore(${JSON.stringify(folder.path)})
    ${script}`
  return startProcess({
    command: 'bash',
    args: ['-c', `ulimit -f ${blocks}; exec "$0" --input-type=module --eval "$1"`, process.execPath, source],
    cwd: import.meta.dirname,
  })
}

const numbersIn = (output: string) => [...output.matchAll(/^committed (\d+)$/gm)].map(([, number]) => Number(number))

describe('committed writes', () => {
  it('survive SIGKILL while the process is writing', async () => {
    const writer = startWriter(`
      const table = store.table('messages')
      for (let number = 1; ; number++) {
        await table.put(['queue', number], { payload: 'x'.repeat(number % 3000) })
        console.log('committed ' + number)
      }`)
    await writer.line(/^committed 200$/, startTimeoutMs)
    await writer.kill()
    const committed = numbersIn(writer.output())
    expect(committed.length).toBeGreaterThanOrEqual(200)

    const store = openStore(folder.path)
    const table = store.table<{ payload: string }>('messages')
    const lost = committed.filter((number) => table.get(['queue', number])?.payload.length !== number % 3000)
    expect(lost).toEqual([])
    await table.put(['queue', 0], { payload: '' })
    expect(table.count()).toBeGreaterThan(committed.length)
    await store.close()
  })

  it('are never half of a batch', async () => {
    const writer = startWriter(`
      const one = store.table('one')
      const two = store.table('two')
      for (let number = 1; ; number++) {
        await store.batch(() => {
          for (let part = 0; part < 20; part++) {
            void one.put([number, part], number)
            void two.put([number, part], number)
          }
        })
        console.log('committed ' + number)
      }`)
    await writer.line(/^committed 50$/, startTimeoutMs)
    await writer.kill()

    const store = openStore(folder.path)
    const counts = ['one', 'two'].map((name) => store.table(name).count())
    expect(counts[0]).toBe(counts[1])
    expect((counts[0] ?? 0) % 20).toBe(0)
    expect(counts[0]).toBeGreaterThanOrEqual(20 * numbersIn(writer.output()).length)
    await store.close()
  })

  it('are on disk once flushed', async () => {
    const store = openStore(folder.path)
    await store.table<number>('numbers').put('a', 1)
    await store.flushed()
    await store.close()
    const writer = startWriter(`console.log('read ' + store.table('numbers').get('a')); await store.close()`)
    await writer.line(/^read 1$/, startTimeoutMs)
    expect(await writer.waitForExit()).toMatchObject({ code: 0 })
  })

  it('are kept when the disk is full, and only writes that do not fit are rejected', async () => {
    const writer = startWriter(
      `
      const table = store.table('blocks', { binary: true })
      let kept = 0, refused = 0
      for (let key = 0; key < 120; key++) {
        const alone = () => table.put(key, Buffer.alloc(50_000))
        const together = () => store.batch(() => void table.put(key, Buffer.alloc(50_000)))
        await (key % 2 ? alone() : together()).then(() => kept++, () => refused++)
      }
      console.log(['kept', kept, 'refused', refused, 'counted', table.count()].join(' '))`,
      3000,
    )
    const [kept, refused, counted] = ((await writer.line(/^kept /, startTimeoutMs)).match(/\d+/g) ?? []).map(Number)
    expect(await writer.waitForExit()).toMatchObject({ code: 0 })
    expect(kept).toBeGreaterThan(10)
    expect(refused).toBeGreaterThan(10)
    expect(counted).toBe(kept)
  })
})
