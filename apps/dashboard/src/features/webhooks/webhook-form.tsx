import type { RuleEvent } from '@mqdeck/contract'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { QueryView, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord, sameJson } from '../../lib/json-path.ts'
import { type Fault, SchemaForm, useSchemaForm, withCheck } from '../../schema-form/index.ts'
import { EmptyState, Section, Skeleton } from '../../ui/index.ts'
import { useFormDocument } from '../integrations/index.ts'
import { BodyField } from './body-field.tsx'
import { WebhookFormContext } from './form-context.ts'
import { formMessages } from './form-messages.ts'
import { type FormShape, formShape } from './form-shape.ts'
import { ruleEventsQuery } from './queries.ts'
import { TestDrawer } from './test-drawer.tsx'
import { TriggerField } from './trigger-field.tsx'
import { usePlaceholders } from './use-placeholders.ts'
import { faultsOf } from './validate-webhook.ts'
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
