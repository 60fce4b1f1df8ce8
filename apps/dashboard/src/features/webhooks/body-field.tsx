import { useMessages } from '../../i18n/index.ts'
import { isRecord, valueAt } from '../../lib/json-path.ts'
import { type NodeFieldProps, useField } from '../../schema-form/index.ts'
import { type Completion, Stack, TemplateField } from '../../ui/index.ts'
import { useFormValue, useWebhookForm } from './form-context.ts'
import { formMessages } from './form-messages.ts'
import { RequestPreview } from './request-preview.tsx'
import { usePlaceholders } from './use-placeholders.ts'

const methodPath = ['action', 'parameters', 'method']

/** The body field with a preview of the request. */
export function BodyField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const texts = useMessages(formMessages)
  const { form, events } = useWebhookForm()
  const whole = useFormValue(form)
  const sql = isRecord(whole) && typeof whole.sql === 'string' ? whole.sql : ''
  const placeholders: readonly Completion[] = usePlaceholders(sql, events)
  const method = valueAt(whole, methodPath)
  const hasBody = method !== 'get' && method !== 'delete'
  return (
    <Stack gap={5}>
      <TemplateField
        {...frame}
        help={texts.bodyHelp}
        description={hasBody ? frame.description : texts.noBody}
        disabled={frame.disabled === true || !hasBody}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => set(text === '' ? undefined : text)}
        onBlur={blur}
        placeholders={placeholders}
        multiline
      />
      <RequestPreview value={whole} events={events} />
    </Stack>
  )
}
