import { useMemo } from 'react'
import { useChange, useFresh, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { toast } from '../../../ui/index.ts'
import { pluginMessages } from '../messages.ts'
import { configQuery, pluginChanges } from '../queries.ts'
import { formOf, type PackageTexts } from './avro-form.ts'
import { type Json, namedTypesOf } from './avro-types.ts'
import { fromAvro, toAvro } from './avro-values.ts'

interface ConfigFormProps {
  /** Such as `my_plugin-1.0.0`. */
  readonly plugin: string
  /** The Avro record. Undefined without a schema. */
  readonly avsc: Json | undefined
  readonly texts: PackageTexts
  /** In Avro's JSON encoding. */
  readonly config: Json
}

const noStructs = [] as const

/** The configuration of a plugin: a form from its schema, or JSON without one. */
export function ConfigForm({ plugin, avsc, texts: packageTexts, config }: ConfigFormProps) {
  const texts = useMessages(pluginMessages)
  const isViewer = useIsViewer()
  const fresh = useFresh(
    configQuery,
    useMemo(() => ({ name: plugin }), [plugin]),
  )
  const { run } = useChange(pluginChanges.configure)
  const schema = useMemo(() => avsc && formOf(avsc, packageTexts), [avsc, packageTexts])
  const codec = useMemo(() => codecOf(avsc), [avsc])
  const value = useMemo(() => codec.decode(config), [codec, config])
  return (
    <PlugInForm
      {...(schema ? { schema, groups } : { structs: noStructs })}
      mode="edit"
      value={value}
      readOnly={isViewer}
      confirmDiff
      current={async () => codec.decode(await fresh())}
      onSave={async (next) => {
        await run({ name: plugin, config: codec.encode(next, config) })
        toast.success(texts.savedConfig(plugin))
      }}
    />
  )
}

/** All fields are in one panel. */
const groups = [{ fields: [] }] as const

function codecOf(avsc: Json | undefined) {
  const asObject = (value: unknown): Json => (isRecord(value) ? value : {})
  if (!avsc) return { decode: (config: Json) => config, encode: asObject }
  const named = namedTypesOf(avsc)
  return {
    decode: (config: Json) => asObject(fromAvro(avsc, config, named)),
    encode: (value: unknown, before: Json) => asObject(toAvro(avsc, value, before, named)),
  }
}
