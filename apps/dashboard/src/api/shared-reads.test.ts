import { expect, test } from 'vitest'
import type { Fetch } from './session/session-fetch.ts'
import { shareReads } from './shared-reads.ts'

/** Requests that are answered by the test. */
function server() {
  const sent: { url: string; signal: AbortSignal | null | undefined; answer: (text: string) => void }[] = []
  const inner: Fetch = (url, { signal }) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      sent.push({ url, signal, answer: (text) => resolve(new Response(text)) })
    })
  return { sent, fetch: shareReads(inner) }
}

const get = { method: 'GET', headers: { authorization: 'Bearer t' } }

test('identical requests at the same time are sent once, and each gets the whole response', async () => {
  const { sent, fetch } = server()
  const answers = [fetch('/a', get), fetch('/a', get), fetch('/b', get)]
  expect(sent.map(({ url }) => url)).toEqual(['/a', '/b'])
  for (const { url, answer } of sent) answer(url)
  expect(await Promise.all(answers.map(async (one) => (await one).text()))).toEqual(['/a', '/a', '/b'])
  await expect
    .poll(() => {
      void fetch('/a', get)
      return sent.length
    })
    .toBe(3)
})

test('a request after a change is not answered by one from before it', () => {
  const { sent, fetch } = server()
  void fetch('/a', get)
  void fetch('/a', { method: 'PUT' })
  void fetch('/a', get)
  expect(sent).toHaveLength(3)
})

test('a request that one caller gives up continues for the others, and ends with the last one', async () => {
  const { sent, fetch } = server()
  const [one, two] = [new AbortController(), new AbortController()]
  const first = fetch('/a', { ...get, signal: one.signal })
  const second = fetch('/a', { ...get, signal: two.signal })
  one.abort(new Error('left'))
  await expect(first).rejects.toMatchObject({ kind: 'aborted' })
  expect(sent[0]?.signal?.aborted).toBe(false)
  two.abort(new Error('left, too'))
  await expect(second).rejects.toMatchObject({ kind: 'aborted' })
  expect(sent[0]?.signal?.aborted).toBe(true)
  void fetch('/a', get)
  expect(sent).toHaveLength(2)
})

test('requests of different users are not shared', () => {
  const { sent, fetch } = server()
  void fetch('/a', get)
  void fetch('/a', { method: 'GET', headers: { authorization: 'Bearer other' } })
  expect(sent).toHaveLength(2)
})
