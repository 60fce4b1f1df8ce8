import { transformation, validation } from '@mqdeck/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord, valueAt } from '../../../lib/json/json-path.ts'
import {
  type FormGroup,
  type NodeFieldProps,
  PlugInForm,
  type PlugInFormProps,
  useField,
  useFormPart,
} from '../../../schema-form/index.ts'
import { FormDrawer, Link, Select, TagsField, TextField } from '../../../ui/index.ts'
import { schemasQuery } from '../decoders/queries.ts'
import { messageTypesIn } from '../schemas/message-types.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { PolicyTest } from './policy-test.tsx'
import type { PolicyKindName, Settings } from './queries.ts'

interface PolicyFormProps extends Pick<PlugInFormProps, 'readOnly' | 'saveLabel' | 'confirmDiff' | 'current'> {
  readonly kind: PolicyKindName
  /** Of an existing policy, whose form has no name. */
  readonly name?: string
  /** Stable. */
  readonly value: Settings
  readonly onSave: (settings: Settings) => Promise<unknown>
}

const structs = { validation: [validation], transformation: [transformation] } as const
const hiddenOfNew = ['enable', 'tags'] as const
const hiddenOfExisting = ['enable', 'tags', 'name'] as const

const customFields = {
  topics: TopicsField,
  'checks.*.schema': SchemaField,
  'checks.*.message_type': MessageTypeField,
  'payload_decoder.schema': SchemaField,
  'payload_decoder.message_type': MessageTypeField,
  'payload_encoder.schema': SchemaField,
  'payload_encoder.message_type': MessageTypeField,
} as const

/** The settings of a validation or transformation, with a test of the unsaved ones. */
export function PolicyForm({ kind, name, value, onSave, ...shown }: PolicyFormProps) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const [tested, setTested] = useState<Settings>()
  const exists = name !== undefined
  const groups = useMemo(
    (): readonly FormGroup[] => [
      { title: common.general, fields: [...(exists ? [] : ['name']), 'description', 'topics'] },
      ...(kind === 'validation'
        ? [{ title: texts.parts, fields: ['strategy', 'checks'] }]
        : [
            { title: common.payload, fields: ['payload_decoder', 'payload_encoder'] },
            { title: texts.parts, fields: ['operations'] },
          ]),
      { title: common.onFailure, fields: ['failure_action', 'log_failure'] },
    ],
    [kind, exists, texts, common],
  )
  const hints = useMemo(() => (kind === 'transformation' ? { payload_encoder: common.formatNote } : {}), [kind, common])
  const settingsIn = (form: unknown): Settings => ({ ...(isRecord(form) ? form : {}), ...(exists && { name }) })
  return (
    <>
      <PlugInForm
        {...shown}
        structs={structs[kind]}
        mode={exists ? 'edit' : 'create'}
        value={value}
        groups={groups}
        hide={exists ? hiddenOfExisting : hiddenOfNew}
        hints={hints}
        customFields={customFields}
        {...(shown.readOnly !== true && {
          tryOut: { label: common.test, onTry: (form: unknown) => setTested(settingsIn(form)) },
        })}
        onSave={(form) => onSave(settingsIn(form))}
      />
      <FormDrawer opened={tested !== undefined} onClose={() => setTested(undefined)} title={texts.testTitle} size={900}>
        {() => tested && <PolicyTest kind={kind} settings={tested} />}
      </FormDrawer>
    </>
  )
}

/** EMQX also accepts one filter as text, which it returns as a list. */
function TopicsField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const filters = [value ?? []]
    .flat()
    .map(String)
    .filter((filter) => filter !== '')
  return <TagsField {...frame} mono value={filters} onChange={set} onBlur={blur} />
}

/** A schema of the type that is selected in the field next to it. */
function SchemaField(props: NodeFieldProps) {
  const common = useMessages(commonMessages)
  const { value, set, frame } = useField(props)
  const type = useSibling(props, 'type')
  const { data } = useData(schemasQuery, undefined)
  const names = (data ?? []).filter((one) => one.type === type).map(({ name }) => name)
  const chosen = typeof value === 'string' && value !== '' ? value : undefined
  const options = [...new Set([...names, ...(chosen === undefined ? [] : [chosen])])].toSorted()
  const isMissing = data !== undefined && names.length === 0
  const note: ReactNode = isMissing ? (
    <>
      {common.noSchemas(String(type))} <Link to="/schema/create">{common.newSchema}</Link>
    </>
  ) : undefined
  return (
    <Select
      {...frame}
      value={chosen}
      placeholder={common.chooseSchema}
      onChange={(next) => set(next ?? '')}
      options={options.map((name) => ({ value: name, label: name }))}
      description={note ?? frame.description}
    />
  )
}

/** A message type of the Protobuf schema that is selected in the field next to it. */
function MessageTypeField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const schema = useSibling(props, 'schema')
  const { data } = useData(schemasQuery, undefined)
  const source = data?.find(({ name }) => name === schema)?.source
  return (
    <TextField
      {...frame}
      mono
      value={typeof value === 'string' ? value : ''}
      suggestions={source === undefined ? [] : messageTypesIn(source)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={blur}
      autoComplete="off"
    />
  )
}

function useSibling({ path }: NodeFieldProps, name: string): unknown {
  return useFormPart((state) => valueAt(state.value, [...path.slice(0, -1), name]))
}
