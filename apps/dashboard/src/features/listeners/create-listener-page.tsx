import { defaultPorts, isListenerName, type ListenerType, type ListenerTypeInfo, listenerTypes } from '@mqdeck/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { MissingOptionsNotice, QueryView, useChange, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord, sameJson } from '../../lib/json/json-path.ts'
import { type Fault, SchemaForm, useSchemaForm, withCheck } from '../../schema-form/index.ts'
import {
  EmptyState,
  PageHeader,
  Section,
  SegmentedControl,
  Skeleton,
  Stack,
  toast,
  useGo,
  useSearchState,
} from '../../ui/index.ts'
import { freeAddress, type UsedAddresses, useUsedAddresses } from './address-queries.ts'
import { bindFields } from './bind-field.tsx'
import { toFieldError } from './field-errors.ts'
import { formMessages } from './form-messages.ts'
import { componentOf, listenerDocument, listenerGroups, useFormNotes } from './listener-document.ts'
import { commonFields, settingsOf } from './listener-value.ts'
import { messages } from './messages.ts'
import { create, listenerQuery, listenerTypesQuery } from './queries.ts'
import { type Zones, zonesQuery } from './zone-queries.ts'

const search = z.object({
  type: z.enum(listenerTypes).catch('tcp').default('tcp'),
  /** ID of the listener to duplicate. */
  copy: z.string().optional(),
})

type Settings = Readonly<Record<string, unknown>>

export default function CreateListenerPage() {
  const texts = useMessages(formMessages)
  const [{ copy }] = useSearchState(search)
  const zones = useData(zonesQuery, undefined)
  const types = useData(listenerTypesQuery, undefined)
  const { used, query: usedQuery } = useUsedAddresses()
  const formData: ListenerFormData | undefined =
    zones.isLoading || types.isLoading || !used ? undefined : { zones: zones.data, types: types.data, used }
  return (
    <>
      <PageHeader title={copy === undefined ? texts.newListener : texts.duplicateTitle(copy)} />
      <MissingOptionsNotice queries={[zones, types, usedQuery]} />
      {!formData ? (
        <Skeleton height={320} />
      ) : copy === undefined ? (
        <NewListener {...formData} />
      ) : (
        <DuplicateListener id={copy} {...formData} />
      )}
    </>
  )
}

interface ListenerFormData {
  readonly zones: Zones | undefined
  readonly types: readonly ListenerTypeInfo[] | undefined
  readonly used: UsedAddresses
}

function NewListener({ types, used, zones }: ListenerFormData) {
  const [{ type }, setSearch] = useSearchState(search)
  const [carriedOver, setCarriedOver] = useState<Settings>({})
  const unavailable = types?.find((each) => each.type === type && !each.available)
  const bind = suggestedBind(type, { types, used })
  const initial = useMemo<Settings>(() => ({ bind }), [bind])
  const choice = (currentInput: () => Settings) => (
    <TypeChoice
      type={type}
      onChange={(next) => {
        setCarriedOver(currentInput())
        setSearch({ type: next }, { replace: true })
      }}
    />
  )
  if (!unavailable)
    return (
      <CreateForm
        key={type}
        type={type}
        mode="create"
        value={initial}
        carriedOver={carriedOver}
        zones={zones}
        types={types}
        choice={choice}
      />
    )
  return (
    <Stack gap={4}>
      {choice(() => carriedOver)}
      <Unavailable {...unavailable} />
    </Stack>
  )
}

/** MQDeck suggests a free port. For EMQX only the ports of its listeners are known. */
function suggestedBind(type: ListenerType, { types, used }: Pick<ListenerFormData, 'types' | 'used'>): string {
  const suggested = types?.find((each) => each.type === type)?.suggested_bind
  return suggested ?? freeAddress(defaultPorts[type], used)
}

/** The name and the address of the duplicate must be different. */
function DuplicateListener({ id, zones, types, used }: { readonly id: string } & ListenerFormData) {
  const source = useData(listenerQuery, { id })
  const [started] = useState({ types, used })
  return (
    <QueryView query={source} skeleton={<Skeleton height={320} />}>
      {(info) => {
        const settings = { ...settingsOf(info), bind: suggestedBind(info.type, started) }
        return <CreateForm type={info.type} mode="copy" value={settings} zones={zones} types={types} />
      }}
    </QueryView>
  )
}

interface TypeChoiceProps {
  readonly type: ListenerType
  readonly onChange: (type: ListenerType) => void
}

function TypeChoice({ type, onChange }: TypeChoiceProps) {
  const texts = useMessages(formMessages)
  const { types } = useMessages(messages)
  return (
    <Section>
      <Stack gap={2} align="start">
        <SegmentedControl
          label={texts.type}
          value={type}
          onChange={onChange}
          options={listenerTypes.map((value) => ({ value, label: types[value] }))}
        />
        <div>{texts.typeNotes[type]}</div>
      </Stack>
    </Section>
  )
}

function Unavailable({ type, reason }: ListenerTypeInfo) {
  const texts = useMessages(formMessages)
  const { types } = useMessages(messages)
  return (
    <Section>
      <EmptyState title={texts.unavailable(types[type])} hint={reason} />
    </Section>
  )
}

interface CreateFormProps {
  readonly type: ListenerType
  readonly mode: 'create' | 'copy'
  readonly value: Settings
  readonly zones: Zones | undefined
  readonly types: readonly ListenerTypeInfo[] | undefined
  /** Input that was entered for another type. */
  readonly carriedOver?: Settings
  /** Shown above the form. Its argument returns the current input. */
  readonly choice?: (currentInput: () => Settings) => ReactNode
}

const nothing: Settings = {}

function CreateForm({ type, mode, value, zones, types, carriedOver = nothing, choice }: CreateFormProps) {
  const texts = useMessages(formMessages)
  const go = useGo()
  const { run } = useChange(create)
  const document = useMemo(() => listenerDocument(type, { isNew: true, zones }), [type, zones])
  const control = useSchemaForm({ document, component: componentOf(type), mode, value })
  const form = useMemo(() => withCheck(control, checkName), [control])
  const groups = useMemo(() => listenerGroups(type, texts), [type, texts])
  const { store } = control
  useEffect(() => {
    for (const [key, input] of Object.entries(commonFields(type, carriedOver))) {
      const before = store.get().value
      store.set(
        [key],
        isRecord(input) && isRecord(before) && isRecord(before[key]) ? { ...before[key], ...input } : input,
      )
    }
  }, [store, type, carriedOver])
  return (
    <SchemaForm
      form={form}
      above={choice?.(() => changedIn(store.get()))}
      groups={groups}
      customFields={bindFields}
      {...useFormNotes(zones, types)}
      isNew
      saveLabel={texts.create}
      onSave={async (next) => {
        try {
          const { id } = await run({ ...(isRecord(next) && next), type })
          toast.success(texts.createdNamed(id))
          go({ to: '/listener/detail/$id', params: { id } })
        } catch (error) {
          throw toFieldError(error, texts)
        }
      }}
    />
  )
}

/** The settings that differ from the initial ones. */
function changedIn({ value, initial }: { readonly value: unknown; readonly initial: unknown }): Settings {
  if (!isRecord(value) || !isRecord(initial)) return nothing
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => !sameJson(one, initial[key])))
}

function checkName(value: unknown): readonly Fault[] {
  const name = isRecord(value) ? value.name : undefined
  if (typeof name === 'string' && isListenerName(name)) return []
  return [{ path: ['name'], text: { en: formMessages.en.faults.name, zh: formMessages.zh.faults.name } }]
}
