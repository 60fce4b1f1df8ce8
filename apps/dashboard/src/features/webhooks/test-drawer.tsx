import type { RuleEvent, WebhookTest } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useChange, useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  CodeEditor,
  Dim,
  Drawer,
  ErrorState,
  Group,
  Notice,
  ScrollIntoView,
  Section,
  Select,
  Stack,
  StatusDot,
} from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { sendTestRequest } from './queries.ts'
import { formatJson, HeaderList, RenderedRequest } from './request-preview.tsx'
import { readSample, sampleText } from './sample.ts'
import { useExample } from './use-example.ts'
import type { Parts } from './webhook.ts'
import { toPartBodies, type WebhookSettings } from './webhook-settings.ts'
import styles from './webhooks.module.css'

interface TestDrawerProps {
  /** Settings to test. Undefined if the drawer is closed. */
  readonly settings: WebhookSettings | undefined
  /** The saved parts, because the broker has their secrets. */
  readonly before: Parts
  readonly events: readonly RuleEvent[]
  readonly onClose: () => void
}

/** Sends a real request with an example event and shows the response. */
export function TestDrawer({ settings, onClose, ...rest }: TestDrawerProps) {
  const texts = useMessages(formMessages)
  return (
    <Drawer opened={settings !== undefined} onClose={onClose} title={texts.testRequest} size={760}>
      {settings && <TestRequest settings={settings} {...rest} />}
    </Drawer>
  )
}

type TestRequestProps = Omit<TestDrawerProps, 'settings' | 'onClose'> & { readonly settings: WebhookSettings }

function TestRequest({ settings, before, events }: TestRequestProps) {
  const texts = useMessages(formMessages)
  const describe = useErrorText()
  const { options, chosen, choose, data: example, problem } = useExample(settings.sql, events)
  const [typed, setTyped] = useState<{ readonly of: string | undefined; readonly text: string }>()
  const text = typed && typed.of === chosen ? typed.text : example ? sampleText(example) : ''
  const data = useMemo(() => readSample(text), [text])
  const { run, isRunning, error, reset } = useChange(sendTestRequest)
  const [answer, setAnswer] = useState<WebhookTest | 'connected'>()
  const send = async () => {
    setAnswer(undefined)
    reset()
    // Parsed as JSON, because the broker converts it to values again.
    const sent = JSON.parse(text) as Readonly<Record<string, unknown>> // readSample has checked that it is an object
    await run({ bodies: toPartBodies(settings, before), data: sent }).then(setAnswer, () => undefined)
  }
  return (
    <Stack gap={5}>
      <Dim>{texts.testNote}</Dim>
      {options.length > 1 && (
        <Select label={texts.previewFor} value={chosen} onChange={choose} options={options} width={260} />
      )}
      {problem !== undefined && <Notice tone="amber">{problem}</Notice>}
      <CodeEditor
        label={texts.sample}
        language="json"
        value={text}
        onChange={(next) => setTyped({ of: chosen, text: next })}
        minLines={4}
        maxLines={12}
      />
      {data ? (
        <section className={styles.preview} aria-label={texts.preview}>
          <h3 className={styles.previewTitle}>{texts.preview}</h3>
          <RenderedRequest settings={{ connector: settings.connector, action: settings.action }} data={data} />
        </section>
      ) : (
        text !== '' && <Notice tone="amber">{texts.badSample}</Notice>
      )}
      <Group justify="end">
        <Button variant="primary" loading={isRunning} disabled={!data} onClick={() => void send()}>
          {texts.send}
        </Button>
      </Group>
      <div role="status">
        {error && (
          <ScrollIntoView trigger={error}>
            <ErrorState title={texts.noResponse} message={describe(error)} />
          </ScrollIntoView>
        )}
        {answer === 'connected' && (
          <ScrollIntoView trigger={answer}>
            <Stack gap={2}>
              <StatusDot tone="accent">{texts.reachable}</StatusDot>
              <Dim>{texts.reachableNote}</Dim>
            </Stack>
          </ScrollIntoView>
        )}
        {answer && answer !== 'connected' && (
          <ScrollIntoView trigger={answer}>
            <Answer answer={answer} />
          </ScrollIntoView>
        )}
      </div>
    </Stack>
  )
}

function Answer({ answer: { status, headers, body, is_cut, took } }: { readonly answer: WebhookTest }) {
  const texts = useMessages(formMessages)
  const format = useFormat()
  const isSuccess = status >= 200 && status < 300
  const isLater = status === 429 || status === 503
  return (
    <Section title={texts.response}>
      <Stack gap={4}>
        <Group gap={3} wrap>
          <StatusDot tone={isSuccess ? 'accent' : isLater ? 'amber' : 'red'}>{texts.statusCode(status)}</StatusDot>
          <Dim>{texts.took(format.span(took))}</Dim>
        </Group>
        <span>{isSuccess ? texts.isSuccess : isLater ? texts.isRetried : texts.isFailed}</span>
        <div>
          <h4 className={styles.subtitle}>{texts.headers}</h4>
          <HeaderList headers={headers} />
        </div>
        <div>
          <h4 className={styles.subtitle}>{texts.responseBody}</h4>
          {body === '' ? <Dim>{texts.noResponseBody}</Dim> : <pre className={styles.message}>{formatJson(body)}</pre>}
          {is_cut && <Dim small>{texts.isCut}</Dim>}
        </div>
      </Stack>
    </Section>
  )
}
