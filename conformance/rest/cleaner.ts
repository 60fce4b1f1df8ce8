import { isRecord } from '@mqdeck/contract'
import { createdPath, type Json, type Recording } from '@mqdeck/testkit'
import { getJson } from './calls.ts'
import type { LiveAnswer } from './replay.ts'
import type { Target } from './target.ts'

/** Records the objects that the conversation creates in a foreign cluster, to delete them afterwards. */
export interface Cleaner {
  note(recording: Recording, answer: LiveAnswer): void
  /** Deletes in reverse order. @throws if an object cannot be deleted; the others are deleted first */
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
      if (left.length > 0) throw new Error(`created objects still exist:\n${left.join('\n')}`)
    },
  }
}

/**
 * @throws if a name that the conversation uses exists already, because existing objects must not be changed or deleted
 */
export async function checkFreeNames(target: Target, calls: readonly Recording[]): Promise<void> {
  const taken: string[] = []
  for (const recording of calls.filter(({ method, status }) => method === 'POST' && status < 300)) {
    const wanted = addressesOf(recording, recording.body)
    if (wanted.length === 0) continue
    const there = rowsOf(await getJson(target, `${listOf(recording)}?limit=10000`))
    const addresses = there.map((row) => createdPath(listOf(recording), row))
    taken.push(...wanted.filter((path) => addresses.includes(path)))
  }
  if (taken.length > 0)
    throw new Error(`nothing was changed, because these names exist on the cluster: ${taken.join(', ')}`)
}

const listOf = ({ path }: Recording) => path.split('?')[0] ?? ''

const rowsOf = (answer: unknown): readonly Json[] => {
  const rows = isRecord(answer) ? answer.data : answer
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

function addressesOf(recording: Recording, answer: unknown): readonly string[] {
  const sent = [recording.request].flat().filter(isRecord)
  const rows = sent.length === 1 && isRecord(answer) ? [{ ...sent[0], ...answer }] : sent
  return rows.flatMap((row) => createdPath(listOf(recording), row) ?? [])
}
