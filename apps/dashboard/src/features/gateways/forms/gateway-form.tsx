import { useMemo } from 'react'
import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  type Fault,
  type FormGroup,
  faultOfReason,
  PlugInForm,
  type PlugInFormProps,
} from '../../../schema-form/index.ts'
import { Notice, Skeleton, Stack } from '../../../ui/index.ts'
import { bindFields, listenerFormMessages, toFieldError } from '../../listeners/index.ts'
import { manifestOf } from '../kinds.ts'
import { apiDocumentQuery } from './form-queries.ts'
import { formMessages } from './messages.ts'
import { listenerGroups, type Shape, settingsOf, shapeOfDocument, shapeOfStruct } from './shapes.ts'
import { gatewayStruct, listenerStruct, sharedTexts } from './structs.ts'
import { listenerComponent, settingsComponent } from './wire-document.ts'

type Settings = Readonly<Record<string, unknown>>

/** The settings of a gateway, or those of one of its listeners. */
export type Part = { readonly of: 'gateway' } | { readonly of: 'listener'; readonly type: string }

interface GatewayFormProps
  extends Pick<PlugInFormProps, 'saveLabel' | 'guard' | 'warning' | 'readOnly' | 'onDirty' | 'check'> {
  readonly gateway: string
  /** Stable. */
  readonly part: Part
  readonly mode: 'create' | 'edit'
  /** The response for an existing object; initial values of a new one. Stable. */
  readonly value: Settings
  /** Reads the latest value before saving. */
  readonly read?: () => Promise<Settings>
  readonly onSave: (settings: Settings) => Promise<unknown>
}

/** The form of a gateway or listener: from its declaration, or from the OpenAPI document for kinds of other brokers. */
export function GatewayForm(props: GatewayFormProps) {
  const { gateway, part, mode } = props
  const declared = useMemo(() => {
    const manifest = manifestOf(gateway)
    const struct = part.of === 'listener' ? listenerStruct(part.type) : manifest && gatewayStruct(manifest)
    return struct && shapeOfStruct(struct, optionsOf(part, mode))
  }, [gateway, part, mode])
  return declared ? <ShapedForm {...props} shape={declared} /> : <WireForm {...props} />
}

const notSettings = ['id', 'name', 'type', 'listeners', 'running', 'status', 'node_status', 'created_at', 'started_at']

const optionsOf = (part: Part, mode: 'create' | 'edit') => ({
  withName: part.of === 'listener' && mode === 'create',
  without: notSettings,
})

function WireForm(props: GatewayFormProps) {
  const { noForm } = useMessages(formMessages)
  const { gateway, part, mode } = props
  const document = useData(apiDocumentQuery, undefined)
  const shape = useMemo(() => {
    const component = part.of === 'listener' ? listenerComponent(part.type) : settingsComponent(gateway)
    return document.data && shapeOfDocument(document.data, component, sharedTexts(component), optionsOf(part, mode))
  }, [document.data, gateway, part, mode])
  if (document.isLoading) return <Skeleton height={320} />
  if (shape) return <ShapedForm {...props} shape={shape} />
  return (
    <Stack gap={4}>
      <Notice>{noForm}</Notice>
      <ShapedForm {...props} shape={undefined} />
    </Stack>
  )
}

const noGroups: readonly FormGroup[] = []
const noStructs = [] as const
/** Gateways have a switch in their header. */
const hiddenOfGateway = ['enable'] as const
const nothingHidden: readonly string[] = []

function ShapedForm({ shape, ...props }: GatewayFormProps & { readonly shape: Shape | undefined }) {
  const { gateway, part, mode, value, read, check, onSave, ...shown } = props
  const { groups: titles } = useMessages(formMessages)
  const listenerTexts = useMessages(listenerFormMessages)
  const groups = useMemo(() => {
    if (!shape) return noGroups
    return part.of === 'listener' ? listenerGroups(shape, titles) : gatewayGroups(shape, titles)
  }, [shape, part, titles])
  const initial = useMemo(
    () => (mode === 'edit' ? (shape ? settingsOf(value, shape) : withoutState(value)) : value),
    [mode, shape, value],
  )
  const isNew = mode === 'create'
  const checkAll = useMemo(() => {
    const checkName = isNew && part.of === 'listener'
    return (next: unknown): readonly Fault[] => [
      ...(checkName ? nameFaults(next) : []),
      ...(part.of === 'gateway' ? declaredFaults(gateway, next) : []),
      ...(check?.(next) ?? []),
    ]
  }, [gateway, isNew, part, check])
  return (
    <PlugInForm
      {...shown}
      {...(shape ? { schema: shape.schema } : { structs: noStructs })}
      mode={mode}
      value={initial}
      groups={groups}
      hide={part.of === 'gateway' ? hiddenOfGateway : nothingHidden}
      {...(part.of === 'listener' && isNew && { customFields: bindFields })}
      check={checkAll}
      confirmDiff={!isNew}
      {...(read && {
        current: async () => {
          const latest = await read()
          return shape ? settingsOf(latest, shape) : withoutState(latest)
        },
      })}
      onSave={async (next) => {
        try {
          await onSave(isSettings(next) ? next : {})
        } catch (error) {
          throw part.of === 'listener' ? toFieldError(error, listenerTexts) : error
        }
      }}
    />
  )
}

const isSettings = (value: unknown): value is Settings => typeof value === 'object' && value !== null

const withoutState = (value: Settings): Settings =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !notSettings.includes(key) && key !== 'stopped_at'))

const basics = ['mountpoint', 'idle_timeout', 'enable_stats']

function gatewayGroups({ fields }: Shape, titles: typeof formMessages.en.groups): readonly FormGroup[] {
  const others = fields.filter((name) => !basics.includes(name) && name !== 'clientinfo_override' && name !== 'enable')
  return [
    { title: titles.protocol, fields: others },
    { title: titles.basics, fields: basics },
    { title: titles.clientInfo, fields: ['clientinfo_override'] },
  ]
}

/** The checks of the declaration, because a new gateway is sent after further steps. */
function declaredFaults(gateway: string, value: unknown): readonly Fault[] {
  const faults: Fault[] = []
  const refuse = (field: string, reason: string) => void faults.push(faultOfReason(field, reason))
  if (isSettings(value)) manifestOf(gateway)?.check?.(value, refuse)
  return faults
}

/** The rule of EMQX for names, which it does not check for listeners of gateways: it then fails with 500. */
function nameFaults(value: unknown): readonly Fault[] {
  const name = isSettings(value) ? value.name : undefined
  if (typeof name === 'string' && /^[A-Za-z0-9]+[A-Za-z0-9_-]{0,254}$/.test(name)) return []
  return [{ path: ['name'], text: { en: formMessages.en.badName, zh: formMessages.zh.badName } }]
}
