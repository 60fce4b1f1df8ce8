import { dryRunEncodedMessage } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useAddition, useChange, useErrorText, useFresh } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { fromBase64 } from '../../../lib/payload/payload.ts'
import {
  Button,
  CodeEditor,
  DiffView,
  Dim,
  Fields,
  Group,
  Mono,
  Notice,
  Section,
  Select,
  Stack,
  StatusDot,
  Switch,
  TextField,
  toast,
} from '../../../ui/index.ts'
import { type FormatChoice, PayloadView } from '../../../ui/payload/payload-view.tsx'
import { UserPropertiesField } from '../../publish/index.ts'
import { retainedSampleQuery } from '../../rules/index.ts'
import { type Check, checksOf, passes, sqlOfCheck } from './checks.ts'
import { LiveMessages } from './live-messages.tsx'
import { commonMessages, policyMessages } from './messages.ts'
import { dryRun, type PolicyKindName, runCheck, type Settings } from './queries.ts'
import { fromCaptured, inEncoding, isBase64, payloadOf, type TestMessage, userPropertyMap } from './test-message.ts'

interface PolicyTestProps {
  readonly kind: PolicyKindName
  /** Possibly unsaved. */
  readonly settings: Settings
}

interface CheckResult {
  readonly name: string
  /** `skipped`: the check cannot be tested with a payload that is not text. */
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly error?: unknown
}

interface Decoded {
  readonly topic: string
  /** Base64. */
  readonly payload: string
}

type Outcome =
  /** `binary` is a payload that is not text. */
  | { readonly before: string; readonly after: string; readonly binary: Decoded | undefined }
  | { readonly results: readonly CheckResult[]; readonly passes: boolean | undefined }
  | { readonly error: unknown }

/** Tests a validation or transformation with a message. Nothing is published. */
export function PolicyTest({ kind, settings }: PolicyTestProps) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const [message, setMessage] = useState<TestMessage>(() => ({
    topic: topicFor(settings),
    payload: '{"value": 1}',
    encoding: 'plain',
    qos: 0,
    retain: false,
    clientid: 'test-client',
    username: '',
    userProperties: [],
  }))
  const [outcome, setOutcome] = useState<Outcome>()
  const transform = useChange(dryRun)
  const check = useChange(runCheck)
  const takesBytes = useAddition(dryRunEncodedMessage) !== 'missing'
  const isInvalid = message.encoding === 'base64' && !isBase64(message.payload)
  const isUnsupported = kind === 'transformation' && message.encoding === 'base64' && !takesBytes
  const filters = filtersOf(settings)
  const filter = filters[0] ?? '#'
  const readSample = useFresh(
    retainedSampleQuery,
    useMemo(() => ({ filter }), [filter]),
  )
  const change = (part: Partial<TestMessage>) => {
    setMessage({ ...message, ...part })
    setOutcome(undefined)
  }
  const validate = async (): Promise<Outcome> => {
    const results: CheckResult[] = []
    for (const one of checksOf(settings)) results.push(await runOne(one))
    return { results, passes: decisionOf(settings, results) }
  }
  const runOne = async (one: Check): Promise<CheckResult> => {
    const { name, sql } = sqlOfCheck(one, message.encoding === 'base64')
    if (sql === undefined) return { name, state: 'skipped' }
    try {
      await check.run({ sql, message })
      return { name, state: 'passed' }
    } catch (error) {
      return { name, state: 'failed', error }
    }
  }
  const takeRetained = async () => {
    const sample = await readSample()
    if (!sample) return toast.info(common.noRetained)
    const { topic, payload, qos } = sample
    const bytes = payload === null || payload === undefined ? new Uint8Array() : fromBase64(payload)
    change({ topic, ...payloadOf(bytes), qos: qos === 2 ? 2 : qos === 1 ? 1 : 0, retain: true, userProperties: [] })
  }
  const encode = (encoding: TestMessage['encoding']) => {
    const payload = inEncoding(message, encoding)
    if (payload === undefined) toast.info(common.notText)
    else change({ encoding, payload })
  }
  const execute = async () => {
    try {
      if (kind === 'validation') return setOutcome(await validate())
      const result = await transform.run({ transformation: settings, message, takesBytes })
      const { topic, qos, retain, payload, userProperties } = message
      setOutcome({
        before: toText({ topic, qos, retain, user_property: userPropertyMap(userProperties) }, payload),
        after: toText(
          { topic: result.topic, qos: result.qos, retain: result.retain, user_property: result.user_property },
          result.payload,
        ),
        binary:
          'payload_encoding' in result && result.payload_encoding === 'base64'
            ? { topic: result.topic, payload: String(result.payload) }
            : undefined,
      })
    } catch (error) {
      setOutcome({ error })
    }
  }
  return (
    <Stack gap={5}>
      <Dim>{texts.testAbout}</Dim>
      <Section title={common.realMessages}>
        <Stack gap={3}>
          <LiveMessages filters={filters} onUse={(live) => change(fromCaptured(live))} />
          <Group>
            <Button onClick={() => void takeRetained()}>{common.takeRetained}</Button>
          </Group>
        </Stack>
      </Section>
      <Fields>
        <TextField
          label={common.topic}
          mono
          value={message.topic}
          onChange={(event) => change({ topic: event.currentTarget.value })}
        />
        <Select
          label={common.qos}
          value={String(message.qos)}
          onChange={(qos) => change({ qos: qos === '2' ? 2 : qos === '1' ? 1 : 0 })}
          options={['0', '1', '2'].map((value) => ({ value, label: value }))}
        />
        <TextField
          label={common.clientId}
          mono
          value={message.clientid}
          onChange={(event) => change({ clientid: event.currentTarget.value })}
        />
        <TextField
          label={common.username}
          mono
          value={message.username}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
      </Fields>
      <Switch label={common.retain} checked={message.retain} onChange={(retain) => change({ retain })} />
      <UserPropertiesField pairs={message.userProperties} onChange={(userProperties) => change({ userProperties })} />
      <Select
        label={common.payloadEncoding}
        value={message.encoding}
        onChange={(encoding) => encode(encoding === 'base64' ? 'base64' : 'plain')}
        options={(['plain', 'base64'] as const).map((value) => ({ value, label: common.encodings[value] }))}
      />
      <CodeEditor
        label={common.payload}
        language={message.encoding === 'plain' ? 'json' : 'text'}
        value={message.payload}
        onChange={(payload) => change({ payload })}
        minLines={6}
        error={isInvalid ? common.notBase64 : undefined}
      />
      {isUnsupported && <Notice tone="amber">{common.bytesUnsupported}</Notice>}
      <Group>
        <Button
          variant="primary"
          loading={transform.isRunning || check.isRunning}
          disabled={message.topic === '' || isInvalid || isUnsupported}
          onClick={() => void execute()}
        >
          {common.run}
        </Button>
      </Group>
      <div aria-live="polite">{outcome && <Result outcome={outcome} />}</div>
    </Stack>
  )
}

function Result({ outcome }: { readonly outcome: Outcome }) {
  const common = useMessages(commonMessages)
  const errorText = useErrorText()
  if ('error' in outcome)
    return (
      <Notice tone="red">
        {common.runFailed}: {errorText(outcome.error)}
      </Notice>
    )
  if ('before' in outcome)
    return (
      <Stack gap={4}>
        {outcome.before === outcome.after ? (
          <Notice>{common.unchanged}</Notice>
        ) : (
          <DiffView
            before={outcome.before}
            after={outcome.after}
            beforeTitle={common.before}
            afterTitle={common.after}
            context={100}
          />
        )}
        {outcome.binary && <BinaryPayload {...outcome.binary} />}
      </Stack>
    )
  return (
    <Section>
      <Stack gap={3}>
        <Notice tone={outcome.passes === false ? 'red' : outcome.passes ? 'grey' : 'amber'}>
          {outcome.passes === undefined
            ? common.decisions.unknown
            : outcome.passes
              ? common.decisions.passes
              : common.decisions.fails}
        </Notice>
        {outcome.results.map(({ name, state, error }) => (
          <Stack key={name} gap={1}>
            <Group gap={3}>
              <StatusDot tone={checkTones[state]}>{common.checkStates[state]}</StatusDot>
              <Mono>{name}</Mono>
            </Group>
            {state === 'skipped' && <Dim>{common.checkSkipped}</Dim>}
            {error !== undefined && <Dim>{errorText(error)}</Dim>}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}

const checkTones = { passed: 'accent', failed: 'red', skipped: 'amber' } as const

/** The payload of the result, which can be decoded. */
function BinaryPayload({ topic, payload }: Decoded) {
  const common = useMessages(commonMessages)
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  return (
    <Section title={common.resultPayload}>
      <PayloadView payload={payload} topic={topic} choice={{ chosen, onChoose }} />
    </Section>
  )
}

/** Undefined if the decision depends on a check that was skipped. */
function decisionOf(settings: Settings, results: readonly CheckResult[]): boolean | undefined {
  const withSkipped = (skippedPasses: boolean) =>
    passes(
      settings,
      results.map(({ state }) => (state === 'skipped' ? skippedPasses : state === 'passed')),
    )
  return withSkipped(true) === withSkipped(false) ? withSkipped(true) : undefined
}

const filtersOf = ({ topics }: Settings): readonly string[] => [topics ?? []].flat().map(String)

/** Properties, and the payload as indented JSON if it is JSON. */
function toText(properties: object, payload: unknown): string {
  return JSON.stringify({ ...properties, payload: parsed(payload) }, undefined, 2)
}

function parsed(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/** A topic that the first filter matches. */
function topicFor(settings: Settings): string {
  return (filtersOf(settings)[0] ?? 't/1').replaceAll('+', '1').replace(/#$/, '1')
}
