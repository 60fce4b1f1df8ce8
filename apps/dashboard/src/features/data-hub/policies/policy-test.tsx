import { useMemo, useState } from 'react'
import { useChange, useErrorText, useFresh } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { fromBase64, toText as toPayloadText } from '../../../lib/payload.ts'
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
import { retainedSampleQuery } from '../../rules/index.ts'
import { type Check, checksOf, passes, sqlOfCheck } from './checks.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { dryRun, type PolicyKindName, runCheck, type Settings, type TestMessage } from './queries.ts'

interface PolicyTestProps {
  readonly kind: PolicyKindName
  /** Possibly unsaved. */
  readonly settings: Settings
}

interface CheckResult {
  readonly name: string
  readonly error: unknown
}

type Outcome =
  | { readonly before: string; readonly after: string }
  | { readonly results: readonly CheckResult[]; readonly passes: boolean }
  | { readonly error: unknown }

/** Tests a validation or transformation with a message. Nothing is published. */
export function PolicyTest({ kind, settings }: PolicyTestProps) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const [message, setMessage] = useState<TestMessage>(() => ({
    topic: topicFor(settings),
    payload: '{"value": 1}',
    qos: 0,
    retain: false,
    clientid: 'test-client',
    username: '',
  }))
  const [outcome, setOutcome] = useState<Outcome>()
  const transform = useChange(dryRun)
  const check = useChange(runCheck)
  const filter = filtersOf(settings)[0] ?? '#'
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
    return {
      results,
      passes: passes(
        settings,
        results.map(({ error }) => error === undefined),
      ),
    }
  }
  const runOne = async (one: Check): Promise<CheckResult> => {
    const { name, sql } = sqlOfCheck(one)
    try {
      await check.run({ sql, message })
      return { name, error: undefined }
    } catch (error) {
      return { name, error }
    }
  }
  const takeRetained = async () => {
    const sample = await readSample()
    if (!sample) return toast.info(common.noRetained)
    const { topic, payload, qos } = sample
    const text = payload === null || payload === undefined ? '' : toPayloadText(fromBase64(payload))
    if (text === undefined) return toast.info(common.binaryRetained(topic))
    change({ topic, payload: text, qos: qos === 2 ? 2 : qos === 1 ? 1 : 0, retain: true })
  }
  const execute = async () => {
    try {
      if (kind === 'validation') return setOutcome(await validate())
      const result = await transform.run({ transformation: settings, message })
      const { topic, qos, retain, payload } = message
      setOutcome({
        before: toText({ topic, qos, retain, user_property: {} }, payload),
        after: toText(
          { topic: result.topic, qos: result.qos, retain: result.retain, user_property: result.user_property },
          result.payload,
        ),
      })
    } catch (error) {
      setOutcome({ error })
    }
  }
  return (
    <Stack gap={5}>
      <Dim>{texts.testAbout}</Dim>
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
      <CodeEditor
        label={common.payload}
        language="json"
        value={message.payload}
        onChange={(payload) => change({ payload })}
        minLines={6}
      />
      <Group>
        <Button onClick={() => void takeRetained()}>{common.takeRetained}</Button>
        <Button
          variant="primary"
          loading={transform.isRunning || check.isRunning}
          disabled={message.topic === ''}
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
    return outcome.before === outcome.after ? (
      <Notice>{common.unchanged}</Notice>
    ) : (
      <DiffView
        before={outcome.before}
        after={outcome.after}
        beforeTitle={common.before}
        afterTitle={common.after}
        context={100}
      />
    )
  return (
    <Section>
      <Stack gap={3}>
        <Notice tone={outcome.passes ? 'grey' : 'red'}>
          {outcome.passes ? common.decisions.passes : common.decisions.fails}
        </Notice>
        {outcome.results.map(({ name, error }) => (
          <Stack key={name} gap={1}>
            <Group gap={3}>
              <StatusDot tone={error === undefined ? 'accent' : 'red'}>
                {error === undefined ? common.checkPassed : common.checkFailed}
              </StatusDot>
              <Mono>{name}</Mono>
            </Group>
            {error !== undefined && <Dim>{errorText(error)}</Dim>}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
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
