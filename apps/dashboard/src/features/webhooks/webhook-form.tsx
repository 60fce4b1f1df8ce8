import type { RuleEvent } from '@mqdeck/contract'
import { columnHelp, eventOfSource, outputsOf, parseSql } from '@mqdeck/rules/catalog'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { QueryView, useData } from '../../api/index.ts'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { isRecord, sameJson, valueAt } from '../../lib/json/json-path.ts'
import {
  type Fault,
  type NodeFieldProps,
  SchemaForm,
  useField,
  useSchemaForm,
  withCheck,
} from '../../schema-form/index.ts'
import { type Completion, EmptyState, Section, Skeleton, Stack, TemplateField } from '../../ui/index.ts'
import { useFormDocument } from '../integrations/index.ts'
import { useFormValue, useWebhookForm, WebhookFormContext } from './form-context.ts'
import { formMessages } from './form-messages.ts'
import { type FormShape, formShape } from './form-shape.ts'
import { ruleEventsQuery } from './queries.ts'
import { RequestPreview } from './request-preview.tsx'
import { TestDrawer } from './test-drawer.tsx'
import { TriggerField } from './trigger-field.tsx'
import { type Parts, partName } from './webhook.ts'
import type { WebhookSettings } from './webhook-settings.ts'

interface WebhookFormProps {
  readonly mode: 'create' | 'copy' | 'edit'
  /** Initial value, or the value of an existing webhook. */
  readonly value: WebhookSettings
  /** The saved parts. Empty for a new webhook. */
  readonly before: Parts
  /** Names of other webhooks. Stable. */
  readonly taken?: readonly string[]
  /** Reads the latest value before saving. */
  readonly read?: () => Promise<WebhookSettings>
  readonly readOnly?: boolean
  readonly onSave: (settings: WebhookSettings) => Promise<unknown>
}

/** A form for connector, action and rule of a webhook, built from the schemas of the broker. */
export function WebhookForm(props: WebhookFormProps) {
  const texts = useMessages(formMessages)
  const connectors = useFormDocument('connector')
  const actions = useFormDocument('action')
  const events = useData(ruleEventsQuery, undefined)
  const exists = props.mode === 'edit'
  const shape = useMemo(
    () => connectors.data && actions.data && formShape(connectors.data, actions.data, exists, texts.groups),
    [connectors.data, actions.data, exists, texts],
  )
  const skeleton = <Skeleton height={480} />
  return (
    <QueryView query={connectors} skeleton={skeleton}>
      {() => (
        <QueryView query={actions} skeleton={skeleton}>
          {() => (
            <QueryView query={events} skeleton={skeleton}>
              {(all) =>
                shape ? (
                  <DescribedForm {...props} shape={shape} events={all} />
                ) : (
                  <Section>
                    <EmptyState title={texts.notOffered} hint={texts.notOfferedHint} />
                  </Section>
                )
              }
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

const customFields = { sql: TriggerField, 'action.parameters.body': BodyField } as const
const noNames: readonly string[] = []

interface DescribedFormProps extends WebhookFormProps {
  readonly shape: FormShape
  readonly events: readonly RuleEvent[]
}

function DescribedForm(props: DescribedFormProps) {
  const { mode, value, before, taken = noNames, read, readOnly = false, onSave, shape } = props
  const texts = useMessages(formMessages)
  const exists = mode === 'edit'
  const events = useMemo(() => props.events.filter(({ event }) => event.startsWith('$events/')), [props.events])
  const [base, setBase] = useState(value)
  const [seen, setSeen] = useState(value)
  const { document, component, texts: kindNames, groups } = shape
  const control = useSchemaForm({ document, component, mode, value: base, texts: kindNames })
  const form = useMemo(
    () => withCheck(control, (next): readonly Fault[] => faultsOf(next, exists ? undefined : taken)),
    [control, exists, taken],
  )
  const { store } = form
  const isDirty = useSyncExternalStore(store.subscribe, () => {
    const { value: now, initial } = store.get()
    return !sameJson(now, initial)
  })
  // Changes of other users do not replace unsaved changes. They are reported on saving.
  if (exists && !isDirty && !sameJson(seen, value)) {
    setSeen(value)
    setBase(value)
  }
  const sql = useSyncExternalStore(store.subscribe, () => sqlOf(store.get().value))
  const completions = usePlaceholders(sql, events)
  const [tried, setTried] = useState<WebhookSettings>()
  const setting = useMemo(
    () => ({ form, events, ruleId: before.rule && partName(value.name) }),
    [form, events, before.rule, value.name],
  )
  const whole = (next: unknown): WebhookSettings => asSettings(next, exists ? value.name : undefined)
  return (
    <WebhookFormContext value={setting}>
      <SchemaForm
        form={form}
        groups={groups}
        customFields={customFields}
        completions={completions}
        readOnly={readOnly}
        isNew={!exists}
        confirmDiff={exists}
        {...(exists && { warning: () => texts.saveWarning })}
        {...(!exists && { saveLabel: texts.create })}
        {...(read && { current: read })}
        tryOut={{ label: texts.testRequest, onTry: (next) => setTried(whole(next)) }}
        onSave={(next) => onSave(whole(next))}
      />
      <TestDrawer settings={tried} before={before} events={events} onClose={() => setTried(undefined)} />
    </WebhookFormContext>
  )
}

const sqlOf = (value: unknown): string => (isRecord(value) && typeof value.sql === 'string' ? value.sql : '')

/** The form has checked the required fields, and the broker checks all of them again. */
function asSettings(value: unknown, name: string | undefined): WebhookSettings {
  const settings = isRecord(value) ? value : {}
  const action = isRecord(settings.action) ? settings.action : {}
  return {
    name: name ?? String(settings.name),
    description: typeof settings.description === 'string' ? settings.description : '',
    sql: sqlOf(settings),
    connector: isRecord(settings.connector) ? settings.connector : {},
    action: { ...action, parameters: isRecord(action.parameters) ? action.parameters : {} },
  }
}

/** Placeholders for all columns of the SQL's inputs. */
function usePlaceholders(sql: string, events: readonly RuleEvent[]): readonly Completion[] {
  const texts = useMessages(formMessages)
  const locale = useLocale()
  return useMemo(() => {
    const { statement } = parseSql(sql)
    const columnsOf = ({ text }: { readonly text: string }) =>
      events.find(({ event }) => event === text)?.columns ?? eventOfSource(text)?.columns ?? []
    const names = statement ? outputsOf(statement, columnsOf) : []
    return [
      { label: '${.}', detail: texts.allColumns },
      ...names.map((name) => ({
        label: `\${${name}}`,
        detail: Object.hasOwn(columnHelp, name) ? columnHelp[name]?.[locale] : undefined,
      })),
      ...(names.includes('payload') ? [{ label: '${payload.NAME}', detail: texts.payloadField }] : []),
    ]
  }, [sql, events, texts, locale])
}

/**
 * Checks that the schema does not contain.
 * @param taken names of other webhooks; undefined for an existing webhook
 */
function faultsOf(value: unknown, taken: readonly string[] | undefined): readonly Fault[] {
  const faults: Fault[] = []
  const name = isRecord(value) && typeof value.name === 'string' ? value.name : ''
  // The suffix `_WH_D` needs 5 of the 255 characters.
  if (taken && !/^[A-Za-z0-9][A-Za-z0-9_-]{0,249}$/.test(name)) faults.push({ path: ['name'], text: texts.name })
  else if (taken?.includes(name)) faults.push({ path: ['name'], text: texts.taken })
  if (!isRecord(value) || typeof value.sql !== 'string' || value.sql.trim() === '')
    faults.push({ path: ['sql'], text: texts.events })
  const url = valueAt(value, ['connector', 'url'])
  const address = typeof url === 'string' ? url : ''
  if (!/^https?:\/\/[^/?#\s]+/i.test(address)) faults.push({ path: ['connector', 'url'], text: texts.url })
  const isSecure = valueAt(value, ['connector', 'ssl', 'enable']) === true
  if (/^https:/i.test(address) && !isSecure) faults.push({ path: ['connector', 'ssl', 'enable'], text: texts.secure })
  return faults
}

const texts = {
  name: {
    en: 'Use letters, digits, _ and -, up to 250 characters. Start with a letter or a digit.',
    zh: '由字母、数字、_ 和 - 组成，最多 250 个字符，以字母或数字开头。',
  },
  taken: {
    en: 'A webhook with this name already exists. Choose another name.',
    zh: '已存在同名的 Webhook，请使用其他名称。',
  },
  events: { en: 'Select at least one event.', zh: '请至少选择一个事件。' },
  url: {
    en: 'Enter a URL that starts with http:// or https:// and has a host name.',
    zh: '请输入以 http:// 或 https:// 开头并包含主机名的 URL。',
  },
  secure: { en: 'The URL starts with https. Enable TLS.', zh: 'URL 以 https 开头，请启用 TLS。' },
} as const

const methodPath = ['action', 'parameters', 'method']

/** The body field with a preview of the request. */
function BodyField(props: NodeFieldProps) {
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
