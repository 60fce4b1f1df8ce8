import { ApiError, errorCatalogue, unlistedCodes } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../../lib/json/json-path.ts'
import { codeTexts } from './codes.ts'
import { describeError, errorSentence } from './errors.ts'

interface ContractFolder {
  readonly readContractLines: (path: string) => readonly unknown[]
}

// Imported by a glob pattern, which TypeScript does not follow: the file reader needs Node's types, this folder has browser types.
const [reader] = Object.values(
  import.meta.glob<ContractFolder>('../../../../../packages/testkit/src/recordings/contract-folder.ts'),
)
if (!reader)
  throw new Error('packages/testkit/src/recordings/contract-folder.ts, which reads the recordings, is not there')
const { readContractLines } = await reader()

/** Recordings mark bodies that are not JSON. */
const textOf = (body: unknown) => (isRecord(body) && '__text__' in body ? body.__text__ : body)

const families = [
  'admin',
  'cluster2',
  'datahub',
  'errors',
  'exhook',
  'gateways',
  'get-fresh',
  'get-seeded',
  'plugins',
  'seed',
]

const recorded = families.flatMap((family) =>
  readContractLines(`recorded/${family}.jsonl`).flatMap((recording) => {
    const { name, status, response, ...exchange } = asRecord(recording)
    const answer = isRecord(response) ? response : { status, body: exchange.body }
    const code = answer.status
    if (typeof code !== 'number' || code < 400) return []
    return [{ name: `${family}/${name}`, error: new ApiError(code, textOf(answer.body)) }]
  }),
)

const han = /\p{Script=Han}/u

describe('a recorded error of EMQX', () => {
  test('is recorded more than 400 times', () => {
    expect(recorded.length).toBeGreaterThan(400)
  })

  test.each(recorded)('reads as a sentence: $name', ({ error }) => {
    const sentence = errorSentence(error, 'en')
    expect(sentence).toMatch(/^\S.{5}/)
    expect(sentence).not.toMatch(/^[{[]|status \d{3}|=>|<<"|undefined|\[object|\$\d/)
    const chinese = errorSentence(error, 'zh')
    expect(chinese).toMatch(han)
    expect(chinese).not.toMatch(/^[{[]|=>|<<"|undefined|\[object|\$\d/)
    expect(describeError(error, 'zh').length).toBeLessThan(1500)
  })
})

test('every code of the catalogue has a headline in both languages', () => {
  for (const code of Object.keys({ ...errorCatalogue, ...unlistedCodes })) {
    const [en, zh] = codeTexts[code] ?? []
    expect(en, code).toMatch(/^[A-Z]/)
    expect(zh, code).toMatch(han)
  }
})

describe('a rejected configuration names the invalid field', () => {
  const refused = (errors: unknown) => new ApiError(400, JSON.stringify({ errors }))

  test('by the schema of a root', () => {
    const problem = {
      kind: 'validation_error',
      path: 'mqtt.max_qos_allowed',
      reason: 'Unable to parse string',
      value: 9,
    }
    expect(errorSentence(refused({ mqtt: problem }), 'en')).toBe(
      'mqtt.max_qos_allowed is not valid (9): The value has a wrong format.',
    )
    expect(errorSentence(refused([{ mqtt: [problem] }]), 'zh')).toBe('mqtt.max_qos_allowed（9）无效：值的格式不正确。')
  })

  test('by a text of a root', () => {
    expect(errorSentence(refused({ cluster: 'is read only' }), 'en')).toBe('cluster is not valid: is read only')
  })

  test('by a message without a root', () => {
    const text = 'Cannot update read-only key: cluster'
    expect(describeError(refused(text), 'en')).toBe(text)
    expect(describeError(refused(text), 'zh')).toBe(`请求无效。\n\n${text}`)
  })
})

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
