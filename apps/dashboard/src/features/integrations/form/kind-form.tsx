import { type ComponentProps, useCallback, useMemo } from 'react'
import { QueryView } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { componentsFor, type Fault, PlugInForm, type SchemaDocument } from '../../../schema-form/index.ts'
import { Skeleton } from '../../../ui/index.ts'
import { isName, type Kind } from '../kinds.ts'
import { textsOfType } from '../manifests.ts'
import { useFormDocument } from '../types.ts'
import { formMessages } from './form-messages.ts'
import { formShape, groupsOf, settingsOf } from './wire-form.ts'

type Settings = Readonly<Record<string, unknown>>
type Shown = Pick<
  ComponentProps<typeof PlugInForm>,
  'saveLabel' | 'guard' | 'onDirty' | 'readOnly' | 'completions' | 'customFields' | 'warning'
>

interface KindFormProps extends Shown {
  readonly kind: Kind
  readonly type: string
  /** `copy`: the secrets of `value` must be entered again, and the new name is `name`. */
  readonly mode: 'create' | 'copy' | 'edit'
  /** Initial value in addition to the defaults, or the response for an existing object. Stable. */
  readonly value: Settings
  /** Name of a copy. */
  readonly name?: string
  /** Existing names of the type. */
  readonly taken?: readonly string[]
  /** Whether the changes of an existing object are shown before saving. Default: true. */
  readonly asksBeforeSave?: boolean
  /** Reads the latest value before saving. */
  readonly read?: () => Promise<Settings>
  /** Gets type and name only for new objects. */
  readonly onSave: (settings: Settings) => Promise<unknown>
  readonly onTest?: (settings: Settings) => Promise<unknown>
}

/** Form of a connector, an action or a source of any type, built from the schema of the broker. */
export function KindForm(props: KindFormProps) {
  const document = useFormDocument(props.kind)
  return (
    <QueryView query={document} skeleton={<Skeleton height={420} />}>
      {(data) => <DescribedForm {...props} document={data} />}
    </QueryView>
  )
}

const hidden = ['enable'] as const
const nobody: readonly string[] = []

function DescribedForm(props: KindFormProps & { readonly document: SchemaDocument }) {
  const {
    document,
    kind,
    type,
    mode,
    value,
    name,
    taken = nobody,
    asksBeforeSave = true,
    read,
    onSave,
    onTest,
    ...shown
  } = props
  const { groups: titles, connectionWorks } = useMessages(formMessages)
  const exists = mode === 'edit'
  const shape = useMemo(
    () => formShape(document, kind, type, exists, textsOfType(kind, type, componentsFor(document, type, kind))),
    [document, kind, type, exists],
  )
  const groups = useMemo(
    () =>
      groupsOf(kind, shape, {
        general: titles.general,
        connection: titles.connection,
        parameters: kind === 'source' ? titles.source : titles.action,
        tls: titles.tls,
      }),
    [kind, shape, titles],
  )
  const initial = useMemo(() => {
    if (mode === 'create') return { ...value, type }
    const settings = settingsOf(value, shape.fields)
    return mode === 'copy' ? { ...settings, type, name } : settings
  }, [mode, value, type, name, shape.fields])
  const check = useCallback(
    (next: unknown) => [
      ...(exists ? [] : nameFaults(next, taken)),
      ...(kind === 'connector' ? typeFaults(type, next) : []),
    ],
    [exists, taken, kind, type],
  )
  const whole = (next: unknown): Settings => ({ ...(isRecord(next) && next), ...(!exists && { type }) })
  return (
    <PlugInForm
      {...shown}
      schema={shape.schema}
      mode={mode}
      value={initial}
      groups={groups}
      hide={hidden}
      check={check}
      confirmDiff={exists && asksBeforeSave}
      {...(read && { current: async () => settingsOf(await read(), shape.fields) })}
      {...(onTest && {
        onTest: async (next: unknown) => {
          await onTest(whole(next))
          return kind === 'connector' ? connectionWorks : undefined
        },
      })}
      onSave={(next) => onSave(whole(next))}
    />
  )
}

/** Checks the name of a new object: the rule of EMQX, and that it is unused. */
function nameFaults(value: unknown, taken: readonly string[]): readonly Fault[] {
  const name = isRecord(value) ? value.name : undefined
  if (typeof name !== 'string') return []
  if (!isName(name)) return [{ path: ['name'], text: rule }]
  return taken.includes(name) ? [{ path: ['name'], text: isTaken }] : []
}

/** Types that need one of several fields. EMQX checks this, but its schema does not contain it. */
const oneOfFields: Readonly<Record<string, readonly string[]>> = { oracle: ['sid', 'service_name'] }

/** Checks of connector settings that the schema does not contain. */
function typeFaults(type: string, value: unknown): readonly Fault[] {
  const [first, ...others] = Object.hasOwn(oneOfFields, type) ? (oneOfFields[type] ?? []) : []
  if (first === undefined || !isRecord(value)) return []
  const isGiven = [first, ...others].some((field) => value[field] !== undefined && value[field] !== '')
  return isGiven ? [] : [{ path: [first], text: alternatives }]
}

const rule = {
  en: 'Use letters, digits, _ and -, up to 255 characters. Start with a letter or a digit.',
  zh: '由字母、数字、_ 和 - 组成，最多 255 个字符，以字母或数字开头。',
}

const isTaken = {
  en: 'This name is already in use for this type. Choose another name.',
  zh: '该类型下已存在同名项，请使用其他名称。',
}

const alternatives = { en: 'Enter the SID or the service name', zh: '请输入 SID 或服务名称' }
