import { defaultPorts, isListenerName, type ListenerType, type ListenerTypeInfo, listenerTypes } from '@mqdeck/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { MissingOptionsNotice, QueryView, useChange, useData } from '../../data/index.ts'
import { listenersQuery } from '../../data/listeners.ts'
import { type Zones, zonesQuery } from '../../data/zones.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord, sameJson } from '../../lib/json-path.ts'
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
import { toFieldError } from './field-errors.ts'
import { formMessages } from './form-messages.ts'
import { componentOf, listenerDocument, listenerGroups, useFormNotes } from './listener-document.ts'
import { fittingFor, settingsOf } from './listener-value.ts'
import { messages } from './messages.ts'
import { create, listenerQuery, listenerTypesQuery } from './queries.ts'

const search = z.object({
  type: z.enum(listenerTypes).catch('tcp').default('tcp'),
  /** The id of the listener to begin with. */
  copy: z.string().optional(),
})

type Settings = Readonly<Record<string, unknown>>

export default function CreateListenerPage() {
  const texts = useMessages(formMessages)
  const [{ copy }] = useSearchState(search)
  const zones = useData(zonesQuery, undefined)
  const types = useData(listenerTypesQuery, undefined)
  const listeners = useData(listenersQuery, undefined)
  const isReady = !zones.isLoading && !types.isLoading && !listeners.isLoading
  const known: Known = {
    zones: zones.data,
    types: types.data,
    ports: listeners.data?.map(({ bind }) => portOf(bind)) ?? [],
  }
  return (
    <>
      <PageHeader title={copy === undefined ? texts.createTitle : texts.createTitleCopy(copy)} />
      <MissingOptionsNotice queries={[zones, types, listeners]} />
      {!isReady ? <Skeleton height={320} /> : copy === undefined ? <New {...known} /> : <Copy id={copy} {...known} />}
    </>
  )
}

interface Known {
  readonly zones: Zones | undefined
  readonly types: readonly ListenerTypeInfo[] | undefined
  /** Those that are taken. */
  readonly ports: readonly number[]
}

function New({ types, ports, zones }: Known) {
  const [{ type }, setSearch] = useSearchState(search)
  const [typed, setTyped] = useState<Settings>({})
  const unavailable = types?.find((one) => one.type === type && !one.available)
  const bind = suggestedBind(type, { types, ports })
  const start = useMemo<Settings>(() => ({ bind }), [bind])
  const choice = (typedNow: () => Settings) => (
    <TypeChoice
      type={type}
      onChange={(next) => {
        setTyped(typedNow())
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
        value={start}
        typed={typed}
        zones={zones}
        types={types}
        choice={choice}
      />
    )
  return (
    <Stack gap={4}>
      {choice(() => typed)}
      <Unavailable {...unavailable} />
    </Stack>
  )
}

/** A broker of ours knows what is free; of EMQX only the ports of its listeners are known. */
function suggestedBind(type: ListenerType, { types, ports }: Pick<Known, 'types' | 'ports'>): string {
  const suggested = types?.find((one) => one.type === type)?.suggested_bind
  if (suggested !== undefined) return suggested
  let port = defaultPorts[type]
  while (ports.includes(port)) port++
  return String(port)
}

/** Name and address cannot be the same. */
function Copy({ id, zones, types, ports }: { readonly id: string } & Known) {
  const source = useData(listenerQuery, { id })
  const [started] = useState({ types, ports })
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
  /** What was typed in for another type. */
  readonly typed?: Settings
  /** Stands above the form; is told how to find out what has been typed into it. */
  readonly choice?: (typedNow: () => Settings) => ReactNode
}

const nothing: Settings = {}

function CreateForm({ type, mode, value, zones, types, typed = nothing, choice }: CreateFormProps) {
  const texts = useMessages(formMessages)
  const go = useGo()
  const { run } = useChange(create)
  const document = useMemo(() => listenerDocument(type, { isNew: true, zones }), [type, zones])
  const control = useSchemaForm({ document, component: componentOf(type), mode, value })
  const form = useMemo(() => withCheck(control, checkName), [control])
  const groups = useMemo(() => listenerGroups(type, texts), [type, texts])
  const { store } = control
  useEffect(() => {
    for (const [key, one] of Object.entries(fittingFor(type, typed))) {
      const before = store.get().value
      store.set([key], isRecord(one) && isRecord(before) && isRecord(before[key]) ? { ...before[key], ...one } : one)
    }
  }, [store, type, typed])
  return (
    <Stack gap={4}>
      {choice?.(() => changedIn(store.get()))}
      <SchemaForm
        form={form}
        groups={groups}
        {...useFormNotes(zones, types)}
        isNew
        saveLabel={texts.createLabel}
        onSave={async (next) => {
          try {
            const { id } = await run({ ...(isRecord(next) && next), type })
            toast.success(texts.created(id))
            go({ to: '/listener/detail/$id', params: { id } })
          } catch (error) {
            throw toFieldError(error, texts)
          }
        }}
      />
    </Stack>
  )
}

/** The settings that are not as the form began. */
function changedIn({ value, initial }: { readonly value: unknown; readonly initial: unknown }): Settings {
  if (!isRecord(value) || !isRecord(initial)) return nothing
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => !sameJson(one, initial[key])))
}

function checkName(value: unknown): readonly Fault[] {
  const name = isRecord(value) ? value.name : undefined
  if (typeof name === 'string' && isListenerName(name)) return []
  return [{ path: ['name'], text: { en: formMessages.en.faults.name, zh: formMessages.zh.faults.name } }]
}

const portOf = (bind: string) => Number(/\d+$/.exec(bind)?.[0])
