import { addressOfMade, isObject, type Json, type Recording } from '@mqdeck/testkit'
import { getJson } from './calls.ts'
import type { LiveAnswer } from './replay.ts'
import type { Target } from './target.ts'

/** Remembers what a conversation has made in a cluster that is not ours, to take it away again. */
export interface Cleaner {
  note(recording: Recording, answer: LiveAnswer): void
  /** The last first. @throws when something stays; the others are gone then all the same */
  clean(): Promise<void>
}

export function createCleaner(target: Target): Cleaner {
  const made: string[] = []
  return {
    note(recording, { status, body }) {
      if (recording.method !== 'POST' || status >= 300) return
      made.push(...addressesOf(recording, body))
    },
    async clean() {
      const left: string[] = []
      for (const path of made.splice(0).reverse()) {
        const response = await fetch(`${target.url}/api/v5${path}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${target.token}` },
        })
        // 404: the conversation itself has deleted it.
        if (!response.ok && response.status !== 404) left.push(`${path}: ${response.status} ${await response.text()}`)
      }
      if (left.length > 0) throw new Error(`what was made is still there:\n${left.join('\n')}`)
    },
  }
}

/** @throws when a name that the conversation gives is in use: what was there before is never changed, nor deleted */
export async function checkFreeNames(target: Target, calls: readonly Recording[]): Promise<void> {
  const taken: string[] = []
  for (const recording of calls.filter(({ method, status }) => method === 'POST' && status < 300)) {
    const wanted = addressesOf(recording, recording.body)
    if (wanted.length === 0) continue
    const there = rowsOf(await getJson(target, `${listOf(recording)}?limit=10000`))
    const addresses = there.map((row) => addressOfMade(listOf(recording), row))
    taken.push(...wanted.filter((path) => addresses.includes(path)))
  }
  if (taken.length > 0) throw new Error(`nothing was done, because the cluster has these already: ${taken.join(', ')}`)
}

const listOf = ({ path }: Recording) => path.split('?')[0] ?? ''

const rowsOf = (answer: unknown): readonly Json[] => {
  const rows = isObject(answer) ? answer.data : answer
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

function addressesOf(recording: Recording, answer: unknown): readonly string[] {
  const sent = [recording.request].flat().filter(isObject)
  const rows = sent.length === 1 && isObject(answer) ? [{ ...sent[0], ...answer }] : sent
  return rows.flatMap((row) => addressOfMade(listOf(recording), row) ?? [])
}
