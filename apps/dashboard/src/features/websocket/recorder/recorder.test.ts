import { expect, test } from 'vitest'
import type { NewMessage, OutgoingMessage, Ticker } from '../index.ts'
import { createMessageLog } from '../messages/message-log.ts'
import { createRepetition } from '../publish/repetition.ts'
import { createRecorder } from './recorder.ts'

/** A ticker with a clock that the test advances. */
function createFakeTime() {
  let now = 0
  const timers = new Map<number, { turn: () => void; every: number; next: number }>()
  const ticker: Ticker = {
    set(turn, every) {
      timers.set(timers.size + 1, { turn, every, next: now + every })
      return timers.size
    },
    clear: (id) => timers.delete(id),
  }
  const pass = (milliseconds: number) => {
    for (const end = now + milliseconds; now < end; ) {
      now += 1
      for (const timer of [...timers.values()]) {
        if (timer.next > now) continue
        timer.next = now + timer.every
        timer.turn()
      }
    }
  }
  return { ticker: () => ticker, now: () => now, pass, timers }
}

const message = (at: number, topic: string, changes: Partial<NewMessage> = {}): NewMessage => ({
  at,
  direction: 'in',
  topic,
  payload: new Uint8Array([1]),
  qos: 1,
  retain: false,
  dup: false,
  ...changes,
})

function setUp() {
  const time = createFakeTime()
  const log = createMessageLog({ schedule: (notify) => notify() })
  const recorder = createRecorder(log, time.ticker, time.now)
  const sent: string[] = []
  const send = ({ topic }: OutgoingMessage) => {
    sent.push(`${time.now()} ${topic}`)
    return true
  }
  return { time, log, recorder, sent, send }
}

test('received messages are replayed with their timing, at another speed and with a topic prefix', () => {
  const { time, log, recorder, sent, send } = setUp()
  log.add(message(900, 'before'))
  recorder.record(false)
  log.add(message(1000, 'a', { properties: { topicAlias: 2, subscriptionIds: [1], contentType: 'x' } }))
  log.add(message(1050, 'own', { direction: 'out' }))
  log.add(message(1200, 'b'))
  recorder.stopRecording()
  log.add(message(1300, 'after'))
  const { messages, isRunning } = recorder.recording.get()
  expect(isRunning).toBe(false)
  expect(messages.map(({ topic, after }) => [topic, after])).toEqual([
    ['a', 0],
    ['b', 200],
  ])
  expect(messages[0]?.properties).toEqual({ contentType: 'x' })
  recorder.replay({ speed: 2, prefix: 'again/', loop: false }, send)
  time.pass(200)
  expect(sent).toEqual(['0 again/a', '100 again/b'])
  expect(recorder.replaying.get()).toBeUndefined()
  expect(time.timers.size).toBe(0)
})

test('a replay ends with the connection, and a repeated one when it is stopped', () => {
  const { time, log, recorder, sent, send } = setUp()
  recorder.record(true)
  log.add(message(0, 'a', { direction: 'out' }))
  log.add(message(100, 'b'))
  recorder.replay({ speed: 1, prefix: '', loop: true }, send)
  time.pass(210)
  recorder.stopReplay()
  time.pass(500)
  expect(sent.map((line) => line.split(' ')[1])).toEqual(['a', 'b', 'a', 'b'])
  recorder.replay({ speed: 1, prefix: '', loop: false }, () => false)
  expect(recorder.replaying.get()).toBeUndefined()
})

test('a repetition keeps its interval, also when it is shorter than the timer interval', () => {
  const time = createFakeTime()
  const repetition = createRepetition(time.ticker, time.now)
  const counters: number[] = []
  repetition.start({ intervalMs: 5, count: 10 }, (counter) => counters.push(counter) > 0)
  expect(counters).toEqual([1])
  time.pass(20)
  expect(repetition.running.get()?.sent).toBe(5)
  time.pass(100)
  expect(counters).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(repetition.running.get()).toBeUndefined()
})

test('an unlimited repetition stops when sending fails', () => {
  const time = createFakeTime()
  const repetition = createRepetition(time.ticker, time.now)
  let isConnected = true
  repetition.start({ intervalMs: 100, count: undefined }, () => isConnected)
  time.pass(1000)
  expect(repetition.running.get()?.sent).toBe(11)
  isConnected = false
  time.pass(100)
  expect(repetition.running.get()).toBeUndefined()
  expect(time.timers.size).toBe(0)
})
