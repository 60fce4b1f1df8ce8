import { createTempFolder, type RunningProcess, startProcess, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

let folder: TempFolder
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

/** Another process with `store` opened in the same folder. */
function startWriter(script: string): RunningProcess {
  const source = `
    import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)}
    const store = openStore(${JSON.stringify(folder.path)})
    ${script}`
  return startProcess({
    command: process.execPath,
    args: ['--import', 'tsx', '--input-type=module', '--eval', source],
    cwd: import.meta.dirname,
  })
}

const numbersIn = (output: string) => [...output.matchAll(/^committed (\d+)$/gm)].map(([, number]) => Number(number))

describe('what a process has committed', () => {
  it('survives that it is killed (SIGKILL) in the midst of writing', async () => {
    const writer = startWriter(`
      const table = store.table('messages')
      for (let number = 1; ; number++) {
        await table.put(['queue', number], { payload: 'x'.repeat(number % 3000) })
        console.log('committed ' + number)
      }`)
    await writer.line(/^committed 200$/, 20_000)
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

  it('is never half of a batch', async () => {
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
    await writer.line(/^committed 50$/, 20_000)
    await writer.kill()

    const store = openStore(folder.path)
    const counts = ['one', 'two'].map((name) => store.table(name).count())
    expect(counts[0]).toBe(counts[1])
    expect((counts[0] ?? 0) % 20).toBe(0)
    expect(counts[0]).toBeGreaterThanOrEqual(20 * numbersIn(writer.output()).length)
    await store.close()
  })

  it('is on the disk itself once flushed', async () => {
    const store = openStore(folder.path)
    await store.table<number>('numbers').put('a', 1)
    await store.flushed()
    await store.close()
    const writer = startWriter(`console.log('read ' + store.table('numbers').get('a')); await store.close()`)
    await writer.line(/^read 1$/, 20_000)
    expect(await writer.waitForExit()).toMatchObject({ code: 0 })
  })
})
