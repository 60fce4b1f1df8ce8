import { onTestFinished } from 'vitest'

interface Sent {
  readonly method: string
  /** Path below `/api/v5`. */
  readonly path: string
  readonly body: unknown
}

interface Checker {
  readonly bodyFaults: (request: Sent) => readonly string[]
}

// Imported by a glob pattern, which TypeScript does not follow: the file reader needs Node's types, this folder has browser types.
const [read] = Object.values(import.meta.glob<Checker>('../../../../packages/testkit/src/recordings/body-faults.ts'))
if (!read) throw new Error('packages/testkit/src/recordings/body-faults.ts is not there')
const { bodyFaults } = await read()

interface RequestCheck {
  readonly onRequest: (request: Sent) => void
  /** A body that the broker sent: its fields may be sent back, including those of a newer broker. */
  readonly onAnswer: (body: unknown) => void
}

/** For tests: fails the running test if it has sent a body that EMQX would reject. */
export function createRequestCheck(): RequestCheck {
  const faults: string[] = []
  const answers: string[] = []
  const isAnswered = (fault: string) => {
    const [, field] = /([^.\s]+): unknown field$/.exec(fault) ?? []
    return field !== undefined && answers.some((text) => text.includes(`"${field}":`))
  }
  onTestFinished(() => {
    const left = faults.filter((fault) => !isAnswered(fault))
    if (left.length > 0) throw new Error(`EMQX would refuse what the page sent:\n${left.join('\n')}`)
  })
  return {
    onRequest: (request) => {
      if (request.method === 'PUT' || request.method === 'POST') faults.push(...bodyFaults(request))
    },
    onAnswer: (body) => void answers.push(JSON.stringify(body) ?? ''),
  }
}
