import { type Recording, recordings } from '@mqdeck/testkit'
import type { RunningServer } from 'mqdeck'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { replayTranscript } from './data-hub-transcript.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isRemote } from './remote.ts'
import { replay } from './replay.ts'
import { startTarget, type Target } from './target.ts'

const numberOf = ({ name }: Recording) => Number(name.slice('datahub/'.length, 'datahub/000'.length))

/** The transcripts were recorded between these calls and the next ones, which read the counters. */
const transcripts: Readonly<Record<number, string>> = {
  130: 'validation',
  234: 'transformation',
}

/** All metrics of the broker: compared by another test. */
const isOther = ({ path }: Recording) => path.startsWith('/metrics')
const withoutEmptyBody = (one: Recording): Recording => (one.body === '' ? { ...one, body: undefined } : one)

let target: Target & { readonly server: RunningServer }
beforeAll(async () => {
  if (!isRemote) target = await startTarget()
})
afterAll(() => target?.stop())

test.skipIf(isRemote)(
  'the data hub has the responses and frames of EMQX, except for the listed differences',
  async () => {
    const found: Difference[] = []
    const own = {
      ...target,
      toOwn: (text: string) => text,
      toRecorded: (text: string) => text.replaceAll('emqx@', 'rec53@'),
    }
    for (const recording of recordings('datahub')) {
      if (!isOther(recording)) {
        const answer = await replay(own, recording, `Bearer ${target.token}`)
        for (const what of compareAnswer(withoutEmptyBody(recording), answer))
          found.push({ where: recording.name, what })
      }
      const file = transcripts[numberOf(recording)]
      if (file === undefined) continue
      for (const [emqx, ours] of await replayTranscript(file, target.server.ports.tcp ?? 0)) {
        if (emqx.frames !== ours.frames)
          found.push({ where: `datahub/${emqx.name}`, what: `frames ${ours.frames}, not ${emqx.frames}` })
        if (emqx.messages.join() !== ours.messages.join())
          found.push({
            where: `datahub/${emqx.name}`,
            what: `messages ${ours.messages.join()}, not ${emqx.messages.join()}`,
          })
      }
    }
    const { unlisted, obsolete } = compareWithList(found, listedDifferences('Responses of the data hub'))
    expect(unlisted).toEqual([])
    expect(obsolete).toEqual([])
  },
)
