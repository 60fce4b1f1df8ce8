import { onTestFinished } from 'vitest'

interface Sent {
  readonly method: string
  /** Below `/api/v5`. */
  readonly path: string
  readonly body: unknown
}

interface Checker {
  readonly bodyFaults: (request: Sent) => readonly string[]
}

// By a pattern, which the compiler does not follow: what reads files has Node's types, this folder has a browser's.
const [read] = Object.values(import.meta.glob<Checker>('../../../../packages/testkit/src/recordings/body-faults.ts'))
if (!read) throw new Error('packages/testkit/src/recordings/body-faults.ts is not there')
const { bodyFaults } = await read()

interface RequestCheck {
  readonly sent: (request: Sent) => void
  /** A body of the broker: its fields may be sent back, also those of a newer broker. */
  readonly answered: (body: unknown) => void
}

/** For tests: fails the running test when it has sent a body that EMQX would refuse. */
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
    sent: (request) => {
      if (request.method === 'PUT' || request.method === 'POST') faults.push(...bodyFaults(request))
    },
    answered: (body) => void answers.push(JSON.stringify(body) ?? ''),
  }
}
