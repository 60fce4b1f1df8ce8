import { ApiError, CoapRequestBody, parseDuration } from '@mqdeck/contract'
import { useState } from 'react'
import { FormBody, useChange, useContractForm } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  CodeBlock,
  CodeEditor,
  DescriptionList,
  EmptyState,
  Fields,
  Mono,
  Section,
  SegmentedField,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts'
import { type CoapAnswer, sendCoapRequest } from './device-queries.ts'
import { deviceMessages } from './messages.ts'

const methods = ['get', 'put', 'post', 'delete'] as const
const contentFormats = ['text/plain', 'application/json', 'application/octet-stream'] as const

interface CoapRequestProps {
  readonly clientid: string
  readonly isGone: boolean
}

/** Sends a CoAP request to a device and shows its response. */
export function CoapRequest({ clientid, isGone }: CoapRequestProps) {
  const texts = useMessages(deviceMessages)
  const { run } = useChange(sendCoapRequest)
  const [answer, setAnswer] = useState<CoapAnswer | 'none'>()
  const form = useContractForm(CoapRequestBody, {
    initial: {
      method: 'get' as (typeof methods)[number],
      content_type: 'text/plain' as (typeof contentFormats)[number],
      token: randomToken(),
      timeout: '10s',
      payload: '',
    },
    toBody: (values) => values,
    check: ({ token, timeout }) => ({
      token:
        token === '' ? texts.required(texts.token) : new TextEncoder().encode(token).length > 8 && texts.tokenTooLong,
      timeout: parseDuration(timeout) === undefined && texts.badTimeout,
    }),
    async submit(body) {
      setAnswer(undefined)
      try {
        setAnswer(await run({ clientid, body }))
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 504)) throw error
        setAnswer('none')
      }
      // A token may be used only once at a time.
      form.form.setValue('token', randomToken())
    },
  })
  return (
    <Stack gap={4}>
      <Section title={texts.request}>
        <Stack gap={4}>
          <span>{texts.requestHint}</span>
          <FormBody form={form} action={texts.send} disabled={isGone}>
            <SegmentedField
              label={texts.method}
              options={methods.map((value) => ({ value, label: value.toUpperCase() }))}
              {...form.field('method')}
            />
            <Fields>
              <Select
                label={texts.contentFormat}
                options={contentFormats.map((value) => ({ value, label: value }))}
                value={form.values.content_type}
                onChange={(value) => value && form.field('content_type').onChange(value)}
              />
              <TextField mono label={texts.token} description={texts.tokenHint} {...form.input('token')} />
              <TextField mono label={texts.timeout} description={texts.timeoutHint} {...form.input('timeout')} />
            </Fields>
            <CodeEditor
              label={texts.payload}
              language={form.values.content_type === 'application/json' ? 'json' : 'text'}
              minLines={3}
              maxLines={12}
              {...form.field('payload')}
            />
          </FormBody>
        </Stack>
      </Section>
      {answer !== undefined && <Response answer={answer} />}
    </Stack>
  )
}

function Response({ answer }: { readonly answer: CoapAnswer | 'none' }) {
  const texts = useMessages(deviceMessages)
  return (
    <div role="status">
      <Section title={texts.response}>
        {answer === 'none' ? (
          <EmptyState title={texts.noResponse} hint={texts.noResponseHint} />
        ) : (
          <Stack gap={4}>
            <DescriptionList
              items={[
                { label: texts.responseCode, value: <Mono>{codeText(answer.method)}</Mono> },
                { label: texts.token, value: <Mono>{answer.token}</Mono> },
                { label: texts.messageId, value: answer.id },
              ]}
              minWidth={140}
            />
            {answer.payload !== '' && answer.payload !== undefined && <CodeBlock code={answer.payload} wrap />}
          </Stack>
        )}
      </Section>
    </div>
  )
}

/** EMQX returns an Erlang term: `{ok,content}`, `{error,not_found}`. */
const codeText = (method: string | undefined): string => /^\{\w+,(\w+)\}$/.exec(method ?? '')?.[1] ?? method ?? ''

/** Four random bytes in hexadecimal digits. */
function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
