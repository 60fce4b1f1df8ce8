import { useState, useSyncExternalStore } from 'react'
import { useLocale, useMessages } from '../i18n/index.ts'
import { CodeEditor, Notice, Stack } from '../ui/index.ts'
import { faults } from './fault-texts.ts'
import type { FormStore } from './form-store.ts'
import { MalformedJson, parseJsonText, toJsonText } from './json-text.ts'
import { formTexts } from './messages.ts'

interface JsonViewProps {
  readonly store: FormStore
  readonly isReadOnly: boolean
}

/** The whole form as JSON. Valid JSON updates the form; with invalid JSON the form cannot be saved. */
export function JsonView({ store, isReadOnly }: JsonViewProps) {
  const { value, faults: own, refusals } = useSyncExternalStore(store.subscribe, store.get)
  const found = new Map([...refusals, ...own])
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: unknown }>()
  const text = draft && Object.is(draft.value, value) ? draft.text : toJsonText(value)
  const read = parseJsonText(text)
  const change = (next: string) => {
    const parsed = parseJsonText(next)
    const result = parsed.isValid ? (parsed.value ?? {}) : new MalformedJson(next)
    setDraft({ text: next, value: result })
    store.set([], result)
    // Shown immediately; other errors are shown when it is valid JSON, or on saving.
    if (!parsed.isValid) store.check([])
  }
  return (
    <Stack gap={3}>
      <CodeEditor
        label={texts.json}
        hideLabel
        language="json"
        value={text}
        onChange={change}
        readOnly={isReadOnly}
        minLines={12}
        maxLines={40}
        error={read.isValid ? undefined : texts.jsonFault(read.line, read.column) + faults.json[locale]}
      />
      {read.isValid && found.size > 0 && (
        <Notice tone="red">
          <ul>
            {[...found].map(([path, fault]) => (
              <li key={path}>
                {path} {fault[locale]}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Stack>
  )
}
