import { createPrivateKey } from 'node:crypto'
import { clientTls, readServiceAccount, toPlain } from '@mqdeck/contract'
import { eventually, type PubsubPeer, startPubsubPeer } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PubsubConnection, pubsubType } from './pubsub.ts'
import type { PubsubConsumption, PubsubMessage } from './pubsub-consumer.ts'

/** A deadline of ten seconds ends after this number of milliseconds. */
const deadlineMs = 200
let peer: PubsubPeer
let connection: PubsubConnection

beforeAll(async () => {
  peer = await startPubsubPeer({ secondMs: deadlineMs / 10 })
  const account = readServiceAccount(peer.account, (reason) => expect.unreachable(reason))
  const type = pubsubType({
    ...account,
    privateKey: createPrivateKey(account.privateKey),
    origin: `http://${peer.host}`,
    pool_size: 2,
    enable_pipelining: 100,
    connect_timeout: 5_000,
    ssl: toPlain(clientTls, clientTls.schema.parse({})),
    folder: '/',
  })
  connection = await type.connect(new AbortController().signal)
})
afterAll(async () => {
  connection?.close()
  await peer?.down()
})
afterEach(() => peer.refuse(() => undefined))

const base64 = (text: string) => Buffer.from(text).toString('base64')
const textOf = ({ data }: PubsubMessage) => Buffer.from(data ?? []).toString()

async function consume(
  topic: string,
  changes: Partial<PubsubConsumption> = {},
  receive: (message: PubsubMessage, texts: string[]) => Promise<void> | void = () => {},
) {
  const texts: string[] = []
  const what = {
    topic,
    subscription: `sub-${topic}`,
    ackDeadline: 10,
    ackRetryInterval: 20,
    maxMessages: 100,
    workers: 1,
    timeout: 60_000,
    ...changes,
  }
  const consumer = await connection.consume(what, async (message) => {
    await receive(message, texts)
    texts.push(textOf(message))
  })
  onTestFinished(consumer.end)
  const arrive = (count: number) =>
    eventually(
      () => texts.length >= count,
      () => `Waited for ${count} messages, there are ${texts.length}`,
    )
  const acknowledged = () =>
    eventually(
      () => peer.unacknowledged(what.subscription) === 0,
      () => `Waited for acknowledgements of ${what.subscription}`,
    )
  return { ...consumer, texts, arrive, acknowledged }
}

const publish = (topic: string, texts: readonly string[], orderingKey?: string) =>
  peer.publish(topic, ...texts.map((text) => ({ data: base64(text), ...(orderingKey && { orderingKey }) })))

test('a message whose processing fails is delivered again after the deadline, and later ones of its key wait', async () => {
  peer.createTopic('failing')
  let hasFailed = false
  const { texts, arrive, acknowledged } = await consume('failing', {}, (message) => {
    if (textOf(message) !== 'a2' || hasFailed) return
    hasFailed = true
    throw new Error('the processing failed')
  })
  publish('failing', ['a1', 'a2', 'a3'], 'a')
  publish('failing', ['b1'], 'b')
  await arrive(4)
  expect(texts.filter((text) => text !== 'b1')).toEqual(['a1', 'a2', 'a3'])
  await acknowledged()
})

test('a message is processed once if its acknowledgement fails or comes after the deadline', async () => {
  peer.createTopic('late')
  let failures = 0
  peer.refuse((operation) => (operation === 'acknowledge' && ++failures <= 15 ? 503 : undefined))
  const { check, texts, arrive, acknowledged } = await consume('late', { ackRetryInterval: 30 })
  publish('late', ['1', '2'])
  await eventually(
    () =>
      check().then(
        () => false,
        (error: unknown) => String(error).includes('status 503: UNAVAILABLE'),
      ),
    () => 'Waited for the failure',
  )
  await acknowledged()
  publish('late', ['3'])
  await arrive(3)
  expect(texts).toEqual(['1', '2', '3'])
  await check()
})

test('a pull without messages is repeated after its timeout', async () => {
  peer.createTopic('quiet')
  let pulls = 0
  peer.refuse((operation) => {
    if (operation === 'pull') pulls += 1
    return undefined
  })
  const { arrive, check } = await consume('quiet', { timeout: 30 })
  await eventually(
    () => pulls > 2,
    () => 'Waited for pulls',
  )
  await check()
  publish('quiet', ['1'])
  await arrive(1)
})

test('a deleted subscription is created again', async () => {
  peer.createTopic('again')
  const { arrive } = await consume('again', { timeout: 50 })
  peer.deleteSubscription('sub-again')
  await eventually(
    () => peer.subscription('sub-again') !== undefined,
    () => 'Waited for the subscription',
  )
  publish('again', ['1'])
  await arrive(1)
})

test('a subscription of a deleted or other topic is an error, and a deadline that differs is changed', async () => {
  peer.createTopic('gone')
  peer.createTopic('other')
  const first = await consume('gone', { ackDeadline: 30 })
  await first.end()
  await expect(consume('other', { subscription: 'sub-gone' })).rejects.toThrow('exists, but of another topic')
  const { check } = await consume('gone')
  expect(peer.subscription('sub-gone')).toMatchObject({ ackDeadlineSeconds: 10, enableMessageOrdering: true })
  peer.deleteTopic('gone')
  await expect(check()).rejects.toThrow('the topic of the subscription sub-gone was deleted')
})

test('several consumers of a subscription share its messages, with at most the given number in a pull', async () => {
  peer.createTopic('shared')
  const most: unknown[] = []
  peer.refuse((operation, { body, target }) => {
    if (operation === 'pull' && target.includes('sub-shared'))
      most.push((JSON.parse(body) as { readonly maxMessages: unknown }).maxMessages)
    return undefined
  })
  // Far away, because a message that is delivered again may go to the other consumer.
  const options = { maxMessages: 7, workers: 3, ackDeadline: 600 }
  const one = await consume('shared', options)
  const other = await consume('shared', options)
  const sent = Array.from({ length: 300 }, (_, index) => `m${index}`)
  publish('shared', sent)
  await eventually(
    () => one.texts.length + other.texts.length >= sent.length,
    () => 'Waited for all messages',
  )
  expect([...one.texts, ...other.texts].sort()).toEqual([...sent].sort())
  expect(Math.min(one.texts.length, other.texts.length)).toBeGreaterThan(0)
  expect(new Set(most)).toEqual(new Set([7]))
  await one.acknowledged()
})

test('messages that are too large for one response arrive in several', async () => {
  peer.createTopic('large')
  // Time to acknowledge a message of 7 MB on a busy machine.
  const { arrive, texts } = await consume('large', { ackDeadline: 200 })
  publish(
    'large',
    [1, 2].map((n) => `${n}`.repeat(7_000_000)),
  )
  await arrive(2)
  expect(texts.map((text) => text[0]).sort()).toEqual(['1', '2'])
})

test('the end of a consumer waits for the message that is processed and acknowledges only it', async () => {
  peer.createTopic('end')
  let started = () => {}
  let release = () => {}
  const isProcessing = new Promise<void>((resolve) => {
    started = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { end, texts } = await consume('end', { ackDeadline: 50 }, () => {
    started()
    return released
  })
  publish('end', ['1', '2'])
  await isProcessing
  const ended = end()
  release()
  await ended
  expect(texts).toEqual(['1'])
  expect(peer.unacknowledged('sub-end')).toBe(1)
  const next = await consume('end', { ackDeadline: 50 })
  await next.arrive(1)
  expect(next.texts).toEqual(['2'])
})
