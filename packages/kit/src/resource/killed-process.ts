import { systemClock } from '../clock.ts'
import { openStore } from '../store.ts'
import { createRequestBuffer } from './buffer.ts'
import { createRequestCounters } from './request-counters.ts'
import { diskStorage } from './storage.ts'

/*
 * A process that a test kills. Puts numbers into a buffer on disk (the folder is the argument), and prints each number
 * when it is accepted and when it is sent.
 */

const [, , folder = ''] = process.argv
const write = (line: string) => void process.stdout.write(`${line}\n`)
const buffer = createRequestBuffer<number>({
  clock: systemClock,
  counters: createRequestCounters(systemClock),
  storage: diskStorage(openStore(folder), { name: 'a', survives: true }),
  settings: {
    batchSize: 3,
    batchTime: 0,
    workers: 1,
    queryMode: 'sync',
    inflightWindow: 1,
    requestTtl: Number.POSITIVE_INFINITY,
    maxBytes: 100_000_000,
    maxWaitMs: 1000,
  },
  // Slower than the input.
  send: async (batch) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    write(`sent ${batch.join(' ')}`)
  },
  isFinal: () => false,
})

write(`left ${buffer.waiting().queuing}`)
buffer.open()
const accept = async (number: number) => {
  await buffer.put(number)
  write(`accepted ${number}`)
}
if (process.argv[3] === 'fill') {
  let number = 0
  setInterval(() => {
    for (let count = 0; count < 5; count += 1) void accept(++number)
  }, 2)
} else
  await buffer.whenEmpty(60_000).then(() => {
    write('drained')
    process.exit()
  })
