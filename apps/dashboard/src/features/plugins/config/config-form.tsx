import { useMemo, useState } from 'react'
import { useChange, useErrorText, useIsViewer } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import {
  CodeEditor,
  Dim,
  FormBar,
  focusInvalid,
  Notice,
  ScrollIntoView,
  Section,
  Stack,
  toast,
  useUnsavedChangesGuard,
} from '../../../ui/index.ts'
import { pluginMessages } from '../messages.ts'
import { pluginChanges } from '../queries.ts'
import { fieldsOf, type PackageTexts } from './avro.ts'
import { faultOf } from './check.ts'
import styles from './config.module.css'
import { ConfigFieldInput } from './config-field.tsx'

type Json = Readonly<Record<string, unknown>>

interface ConfigFormProps {
  /** Such as `my_plugin-1.0.0`. */
  readonly plugin: string
  /** The Avro record. Undefined without a schema. */
  readonly avsc: Json | undefined
  readonly texts: PackageTexts
  /** In Avro's JSON encoding. */
  readonly config: Json
}

/** The configuration of a plugin: a form from its schema, or JSON without one. */
export function ConfigForm({ plugin, avsc, texts: packageTexts, config }: ConfigFormProps) {
  const texts = useMessages(pluginMessages)
  const locale = useLocale()
  const isViewer = useIsViewer()
  const errorText = useErrorText()
  const { run } = useChange(pluginChanges.configure)
  const fields = useMemo(() => (avsc ? fieldsOf(avsc, packageTexts, locale) : []), [avsc, packageTexts, locale])
  const decoded = useMemo(
    () => Object.fromEntries(fields.map(({ name, decode }) => [name, decode(config[name])])),
    [fields, config],
  )
  const [edited, setEdited] = useState<Json>({})
  const [json, setJson] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const values = { ...decoded, ...edited }
  const changed = Object.keys(edited).filter((name) => JSON.stringify(edited[name]) !== JSON.stringify(decoded[name]))
  const start = JSON.stringify(config, undefined, 2)
  const changes = avsc ? changed.length : json !== undefined && json !== start ? 1 : 0
  const mayLeave = useUnsavedChangesGuard(changes > 0 && !saving)
  const faults = new Map(
    fields.flatMap((field) => {
      const fault = faultOf(field, values[field.name], texts)
      return fault === undefined ? [] : [[field.name, fault] as const]
    }),
  )
  const typed = avsc ? undefined : parse(json ?? start)
  const isBadJson = !avsc && typed === undefined
  const save = async () => {
    setChecked(true)
    if (faults.size > 0 || isBadJson) {
      requestAnimationFrame(() => focusInvalid(document.querySelector('#main') ?? document.body))
      return
    }
    const encoded = avsc
      ? { ...config, ...Object.fromEntries(fields.map(({ name, encode }) => [name, encode(values[name])])) }
      : typed
    setSaving(true)
    setError(undefined)
    try {
      mayLeave()
      await run({ name: plugin, config: encoded ?? {} })
      setEdited({})
      setJson(undefined)
      setChecked(false)
      toast.success(texts.savedConfig(plugin))
    } catch (reason) {
      setError(reason)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Stack gap={4}>
      <Section>
        {avsc ? (
          <div className={styles.grid}>
            {fields.map((field) => (
              <div key={field.name} className={styles.field} style={{ gridColumn: `span ${field.span}` }}>
                <ConfigFieldInput
                  field={field}
                  value={values[field.name]}
                  onChange={(value) => setEdited({ ...edited, [field.name]: value })}
                  error={isChecked || field.name in edited ? faults.get(field.name) : undefined}
                  disabled={isViewer}
                />
              </div>
            ))}
          </div>
        ) : (
          <Stack gap={3}>
            <Dim>{texts.noSchema}</Dim>
            <CodeEditor
              label={texts.configJson}
              language="json"
              value={json ?? start}
              onChange={setJson}
              readOnly={isViewer}
              minLines={8}
              maxLines={30}
              error={isBadJson ? texts.badJson : undefined}
            />
          </Stack>
        )}
      </Section>
      {error !== undefined && (
        <ScrollIntoView trigger={error}>
          <div role="alert">
            <Notice tone="red">{errorText(error)}</Notice>
          </div>
        </ScrollIntoView>
      )}
      {!isViewer && (
        <FormBar
          changes={changes}
          onDiscard={() => {
            setEdited({})
            setJson(undefined)
            setChecked(false)
            setError(undefined)
          }}
          onSave={() => void save()}
          saving={saving}
          problem={
            isChecked && faults.size > 0 ? texts.invalidFields(faults.size) : isBadJson ? texts.badJson : undefined
          }
        />
      )}
    </Stack>
  )
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
